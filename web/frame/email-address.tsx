/** Breaks before the @, if it must. */
export function EmailAddress({ children: address }: { children: string }) {
  const at = address.lastIndexOf("@");
  return (
    <bdi>
      <span>{address.slice(0, at)}</span>
      <wbr />
      <span>{address.slice(at)}</span>
    </bdi>
  );
}
