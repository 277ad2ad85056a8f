import { ThankYou } from "../../signing/thank-you.tsx";
import { useMade } from "../made.ts";
import { LONG_ADDRESS, NOW } from "../people.ts";
import type { Entry } from "../state.ts";

function Thanks({ email, notice = null }: { email: string; notice?: string | null }) {
  const { sent } = useMade();
  const expiresAt = new Date(Date.parse(NOW) + 86_400_000).toISOString();
  const receipt = { email, expiresAt, message: sent, visibility: "public", fullName: "Anna", signedAt: NOW } as const;
  return <ThankYou receipt={receipt} now={NOW} notice={notice} onChangeAddress={() => {}} after={null} />;
}

export default {
  states: {
    sent: () => <Thanks email="anna@example.org" />,
    "with the way to the mailbox": () => <Thanks email="anna@gmx.de" />,
    "sent again": () => <Thanks email="anna@example.org" notice={useMade().sent} />,
    "long text": () => <Thanks email={LONG_ADDRESS} />,
  },
} satisfies Entry;
