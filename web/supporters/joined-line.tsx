import type { LatestSupporter } from "../../contract/supporters.ts";
import { isolated } from "../../messages/isolation.ts";
import { Avatar, avatarStyle } from "../design/avatar.tsx";
import { Text } from "../translation.tsx";

const AVATARS = 4;
const NAMES = 3;

/** "Dabei sind Renate, Josef, Katarzyna und 12.428 andere": nothing where nobody is named, or nobody else has signed. */
export function JoinedLine({ latest, count }: { latest: LatestSupporter[]; count: number }) {
  const shown = latest.slice(0, AVATARS);
  const names = latest
    .filter((supporter) => supporter.visibility === "public")
    .slice(0, NAMES)
    .map((supporter) => isolated(supporter.name));
  const others = count - names.length;
  if (names.length === 0 || others < 1) return null;
  return (
    <p className="joined">
      <span className="row" aria-hidden="true">
        {shown.map((supporter, place) => (
          <Avatar
            key={supporter.id}
            initials={supporter.visibility === "private" ? "" : supporter.initials}
            style={avatarStyle(place)}
          />
        ))}
      </span>{" "}
      <span data-nosnippet="">
        <Text of="home.joined" values={{ names: names.join(", "), others }} />
      </span>
    </p>
  );
}
