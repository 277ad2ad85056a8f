const METALS = ["hand", "moss", "brass", "madder"] as const;

export type CoinStyle = 0 | 1 | 2 | 3;

/** A reeded ring with initials, or with the mark where there are none. Screen readers pass it by: the name stands beside it. */
export function Coin({ initials, style, small = false }: { initials?: string; style: CoinStyle; small?: boolean }) {
  return (
    <span className={["coin", METALS[style], small && "small"].filter(Boolean).join(" ")} aria-hidden="true">
      {initials || <span className="iris" />}
    </span>
  );
}

export function coinStyle(place: number): CoinStyle {
  return (place % METALS.length) as CoinStyle;
}

/** The same for the same person, wherever the list has moved to. `key`: any text that is theirs. */
export function coinStyleOf(key: string): CoinStyle {
  return coinStyle([...key].reduce((sum, character) => sum + character.charCodeAt(0), 0));
}
