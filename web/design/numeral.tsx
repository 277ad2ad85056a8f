/** `value` is written in the reader's language; while `counting` shows the number of this moment, it keeps the room. */
export function Numeral({ value, counting, hidden = false }: { value: string; counting?: string; hidden?: boolean }) {
  if (counting === undefined || counting === value)
    return (
      <span className="numeral" data-n={value} aria-hidden={hidden || undefined}>
        {value}
      </span>
    );
  return (
    <span className="numeral" data-n={value} data-counting="">
      <span className="room" aria-hidden="true">
        {value}
      </span>
      <span className="cells" aria-hidden="true">
        {[...counting].map((sign, place) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a place of the number, counted from the right, is its identity
            key={counting.length - place}
            className={/\d/.test(sign) ? "cell digit" : "cell"}
            data-n={sign}
          >
            {sign}
          </span>
        ))}
      </span>
      {/* Only the final value is announced. */}
      <span className="visually-hidden">{value}</span>
    </span>
  );
}
