import type { AdminMail } from "../../../contract/administration/mail.ts";
import { Mail } from "../../administration/mail/mail.tsx";
import { Desk } from "../desk.tsx";
import { LONG_ADDRESS, NOW } from "../people.ts";
import type { ActedState, Entry } from "../state.ts";

const WELL: AdminMail = { waiting: 0, oldestWaiting: null, held: 0, failedTotal: 0, failed: [] };
const ILL: AdminMail = {
  ...{ waiting: 120, oldestWaiting: NOW, held: 40, failedTotal: 2 },
  failed: [
    { id: "1", kind: "confirmation", email: LONG_ADDRESS, reason: "EENVELOPE 550 5.1.1", attempts: 5, failedAt: NOW },
    { id: "2", kind: "erased", email: null, reason: "ETIMEDOUT", attempts: 9, failedAt: NOW },
  ],
};

const Shown = () => (
  <Desk>
    <Mail />
  </Desk>
);

const saying = (answer: AdminMail | Error): ActedState => ({ Show: Shown, answers: { "/api/admin/mail": answer } });

export default {
  place: "desk",
  states: {
    loading: Shown,
    failed: saying(new TypeError("Failed to fetch")),
    "nothing waits": saying(WELL),
    "some waits, some was given up": saying(ILL),
  },
} satisfies Entry;
