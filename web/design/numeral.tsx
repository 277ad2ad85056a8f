/** So many signs fit in the usual size: "99.999", not "100.000". */
const USUAL_SIGNS = 6;

/** `value` is written in the reader's language. While it counts, `counting` stands in the places that its own digits will have. */
export function Numeral({ value, counting, hidden = false }: { value: string; counting?: number; hidden?: boolean }) {
  const isLong = value.length > USUAL_SIGNS ? "" : undefined;
  if (counting === undefined)
    return (
      <span className="numeral" data-n={value} data-long={isLong} aria-hidden={hidden || undefined}>
        {value}
      </span>
    );
  const digits = [...String(counting)];
  const signs = [...value]
    .reverse()
    .map((sign) => ({ sign, shown: digits.length === 0 ? undefined : /\d/.test(sign) ? digits.pop() : sign }));
  return (
    <span className="numeral" data-n={value} data-long={isLong} data-counting="">
      <span className="cells" aria-hidden="true">
        {signs
          .map(({ sign, shown }, place) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: a place of the number, counted from the right, is its identity
              key={place}
              className={/\d/.test(sign) ? "cell digit" : "cell"}
              data-n={shown}
              data-yet={shown === undefined ? "" : undefined}
            >
              {shown ?? sign}
            </span>
          ))
          .reverse()}
      </span>
      {/* Only the final value is announced, and printed. */}
      <span className="final">{value}</span>
    </span>
  );
}
