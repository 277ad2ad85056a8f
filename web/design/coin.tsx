const METALS = ["hand", "moss", "brass", "madder"] as const;

/** A reeded ring with initials, or with the mark where there are none. Screen readers pass it by: the name stands beside it. */
export function Coin({ initials, style, small = false }: { initials?: string; style: 0 | 1 | 2 | 3; small?: boolean }) {
  return (
    <span className={["coin", METALS[style], small && "small"].filter(Boolean).join(" ")} aria-hidden="true">
      {initials || <span className="iris" />}
    </span>
  );
}

export function coinStyle(place: number): 0 | 1 | 2 | 3 {
  return (place % METALS.length) as 0 | 1 | 2 | 3;
}
