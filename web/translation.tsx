import { createContext, Fragment, type ReactNode, use, useMemo } from "react";
import type { MessageKey } from "../messages/keys.ts";
import { dateIn, localeOf, numberFormat, percentIn, type Translate } from "../messages/translate.ts";
import { splitPath } from "../petition/addresses.ts";
import { DEFAULT_LANGUAGE, type Language } from "../petition/language.ts";
import { translatorFor } from "./catalogues.ts";

export { translatorFor } from "./catalogues.ts";

const LanguageContext = createContext<Language>(DEFAULT_LANGUAGE);

export function LanguageProvider({ language, children }: { language: Language; children: ReactNode }) {
  return <LanguageContext value={language}>{children}</LanguageContext>;
}

export function useLanguage(): Language {
  return use(LanguageContext);
}

/** Plain text: `t("signing.title")`. For mark-up use {@link Text}. */
export function useTranslations(): Translate {
  return translatorFor(useLanguage());
}

export function petitionIn(t: Translate): string {
  return t("frame.petition", { name: t("frame.name") });
}

export function languageOf(pathname: string): Language {
  return splitPath(pathname).prefix ?? DEFAULT_LANGUAGE;
}

type Tag = (children: ReactNode) => ReactNode;

interface TextProps {
  of: MessageKey;
  values?: Record<string, string | number>;
  tags?: Record<string, Tag>;
}

/** `<b>` and `<em>` need no entry in `tags`. Each part that may change is an element: browsers that translate replace the texts. */
export function Text({ of, values, tags }: TextProps) {
  const t = useTranslations();
  const Part = values ? "span" : Fragment;
  const numbered = (text: ReactNode | ReactNode[]): ReactNode =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text never change places
    [text].flat().map((part, index) => <Part key={index}>{typeof part === "string" ? kept(part) : part}</Part>);
  const filled: Record<string, string | number | ((chunks: ReactNode[]) => ReactNode)> = { ...values };
  for (const [name, tag] of Object.entries({ ...PLAIN_TAGS, ...tags })) filled[name] = (chunks) => tag(numbered(chunks));
  return <span>{numbered(t.rich<ReactNode>(of, filled))}</span>;
}

export function Paragraph({ className, ...said }: TextProps & { className?: string }) {
  return (
    <p className={className}>
      <Text {...said} />
    </p>
  );
}

/** Text of any origin, in which "E-Mail" and its compounds stay on one line. An element like {@link Text}. */
export function Kept({ children }: { children: string }) {
  return <span>{kept(children)}</span>;
}

const PLAIN_TAGS: Record<string, Tag> = { b: (inner) => <b>{inner}</b>, em: (inner) => <em>{inner}</em> };

function kept(text: string): ReactNode {
  if (!E_MAIL.test(text)) return text;
  return text.split(E_MAIL).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text keep their places
    <span className={index % 2 === 1 ? "nowrap" : undefined} key={index}>
      {part}
    </span>
  ));
}

const E_MAIL = /(\be-mails?(?:-\p{L}+)?)/iu;

export type Format = ReturnType<typeof useFormat>;

export function useFormat() {
  const language = useLanguage();
  return useMemo(() => {
    const locale = localeOf(language);
    return {
      number: (value: number) => numberFormat(locale).format(value),
      /** `percentage` from 0 to 100, with at most one digit behind the decimal sign. */
      percent: (percentage: number) => percentIn(language, percentage),
      dateTime: (
        moment: Date | string | number,
        options: Intl.DateTimeFormatOptions = { dateStyle: "long", timeStyle: "short" },
      ) => dateIn(language, moment, options),
    };
  }, [language]);
}
