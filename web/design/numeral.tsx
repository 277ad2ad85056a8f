/** So many signs fit in the usual size: "99.999", not "100.000". */
const USUAL_SIGNS = 6;

/** `value` is written in the reader's language; while `counting` shows the number of this moment, each sign keeps its place. */
export function Numeral({ value, counting, hidden = false }: { value: string; counting?: string; hidden?: boolean }) {
  const isLong = value.length > USUAL_SIGNS ? "" : undefined;
  if (counting === undefined || counting === value)
    return (
      <span className="numeral" data-n={value} data-long={isLong} aria-hidden={hidden || undefined}>
        {value}
      </span>
    );
  const missing = value.length - counting.length;
  return (
    <span className="numeral" data-n={value} data-long={isLong} data-counting="">
      <span className="cells" aria-hidden="true">
        {[...value].map((sign, place) => {
          const shown = counting[place - missing];
          return (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: a place of the number, counted from the right, is its identity
              key={value.length - place}
              className={/\d/.test(sign) ? "cell digit" : "cell"}
              data-n={shown}
              data-yet={shown === undefined ? "" : undefined}
            >
              {shown ?? sign}
            </span>
          );
        })}
      </span>
      {/* Only the final value is announced, and printed. */}
      <span className="final">{value}</span>
    </span>
  );
}
