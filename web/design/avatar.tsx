const METALS = ["hand", "moss", "brass", "madder"] as const;

export type AvatarStyle = 0 | 1 | 2 | 3;

/** A reeded ring with initials, or with the mark where there are none. Screen readers pass it by: the name stands beside it. */
export function Avatar({ initials, style, small = false }: { initials?: string; style: AvatarStyle; small?: boolean }) {
  return (
    <span className={["avatar", METALS[style], small && "small"].filter(Boolean).join(" ")} aria-hidden="true">
      {initials || <span className="iris" />}
    </span>
  );
}

export function avatarStyle(place: number): AvatarStyle {
  return (place % METALS.length) as AvatarStyle;
}

/** The same for the same person, wherever the list has moved to. `key`: any text that is theirs. */
export function avatarStyleOf(key: string): AvatarStyle {
  return avatarStyle([...key].reduce((sum, character) => sum + character.charCodeAt(0), 0));
}
