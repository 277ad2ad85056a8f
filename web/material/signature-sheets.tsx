/**
 * What is signed with a pen. A line asks for a name, for postal code and place and a date, by which the same name twice is told
 * from two people, and for a signature; neither street nor e-mail address would make it more valid (GDPR, Art. 5 (1) (c)).
 */
import type { SheetWords } from "./material-content.server.ts";
import { Code, Demands, Head, type PieceProps } from "./paper-parts.tsx";
import type { SignedWords } from "./signed-words.server.ts";

const LINES = Array.from({ length: 10 }, (_, place) => place + 1);

export function SignatureList({ words }: PieceProps) {
  const { signed } = words;
  if (!signed) return null;
  return (
    <div className="piece signed signature-list">
      <div className="within first-third">
        <Head words={words} isBlack />
        <SignedText words={words} signed={signed} />
        <div className="posted">
          <Return signed={signed} />
          <Online words={words} signed={signed} />
        </div>
      </div>
      <div className="within other-thirds">
        <p className="agreed">{signed.consent}</p>
        <table>
          <thead>
            <tr>
              <td />
              {signed.fields.map((field) => (
                <th scope="col" key={field}>
                  {field}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {LINES.map((line) => (
              <tr key={line}>
                <th scope="row">{line}</th>
                {signed.fields.map((field) => (
                  <td key={field} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <Notice signed={signed} sentences={[signed.seen, ...signed.notice]} />
        <Serial signed={signed} />
      </div>
      {/* In thirds for an envelope of 220 × 110 mm: the first third has the address. */}
      <svg className="cuts" viewBox="0 0 210 297" aria-hidden="true">
        <path d="M0 99h7M203 99h7M0 198h7M203 198h7" />
      </svg>
    </div>
  );
}

export function CardFront({ words }: { words: SheetWords }) {
  const { signed } = words;
  if (!signed) return null;
  return (
    <div className="piece signed card">
      <div className="within">
        <Head words={words} isBlack />
        <SignedText words={words} signed={signed} />
        <p className="agreed">{signed.consent}</p>
        <div className="fields">
          {signed.fields.map((field) => (
            <p key={field}>{field}</p>
          ))}
        </div>
        <div className="card-foot">
          <p className="overleaf">{signed.overleaf}</p>
          <Serial signed={signed} />
        </div>
      </div>
    </div>
  );
}

export function CardBack({ words }: { words: SheetWords }) {
  const { signed } = words;
  if (!signed) return null;
  return (
    <div className="piece signed card">
      <div className="within">
        <Notice signed={signed} sentences={signed.notice} />
        <div className="posted">
          <Return signed={signed} />
          <Online words={words} signed={signed} />
        </div>
      </div>
    </div>
  );
}

/** Word for word what is signed online; its version is the beginning of its hash, which the public log has in full. */
function SignedText({ words, signed }: { words: SheetWords; signed: SignedWords }) {
  return (
    <div className="text">
      <p className="lede">{words.lede}</p>
      <Demands words={words} />
      <p className="version">{signed.version}</p>
    </div>
  );
}

function Return({ signed }: { signed: SignedWords }) {
  const { back, address, missing } = signed;
  return (
    <div className="return">
      <p>{address ? back : missing}</p>
      {address?.map((line) => (
        <p className="line" key={line}>
          {line}
        </p>
      ))}
    </div>
  );
}

function Online({ words, signed }: { words: SheetWords; signed: SignedWords }) {
  return (
    <div className="online">
      <Code words={words} />
      <div>
        <p>{signed.online}</p>
        <p className="web">{words.address}</p>
        <p>{signed.once}</p>
      </div>
    </div>
  );
}

function Notice({ signed, sentences }: { signed: SignedWords; sentences: string[] }) {
  return (
    <div className="notice">
      <p className="notice-title">{signed.title}</p>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  );
}

function Serial({ signed }: { signed: SignedWords }) {
  return <p className="serial">{signed.serial}</p>;
}
