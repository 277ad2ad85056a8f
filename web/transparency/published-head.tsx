import { Text, useFormat, useTranslations } from "../translation.tsx";
import { Copyable } from "./copyable.tsx";
import type { ShownLog } from "./shown-log.ts";

export function PublishedHead({ log }: { log: ShownLog }) {
  const t = useTranslations();
  const format = useFormat();
  const { origin, keys, size, root, publishedAt, before } = log;
  return (
    <dl className="facts">
      <div>
        <dt>{t("transparency.head.size")}</dt>
        <dd className="tab">{format.number(size)}</dd>
      </div>
      <div>
        <dt>{t("transparency.head.root")}</dt>
        <dd>
          <Copyable text={root} />
        </dd>
      </div>
      <div>
        <dt>{t("transparency.head.published")}</dt>
        <dd>{t("transparency.head.at", { time: format.dateTime(publishedAt) })}</dd>
      </div>
      <div>
        <dt>{t("transparency.head.origin")}</dt>
        <dd className="wrap-anywhere">{origin}</dd>
      </div>
      <div>
        <dt>{t("transparency.head.key", { count: keys.length })}</dt>
        <dd>
          {keys.map((key) => (
            <Copyable text={key} key={key} />
          ))}
        </dd>
      </div>
      <div>
        <dt>{t("transparency.head.files")}</dt>
        <dd>
          <a href="/log/checkpoint">{t("transparency.head.checkpoint")}</a>,{" "}
          <a href="/log/key">{t("transparency.head.keyFile")}</a>
        </dd>
      </div>
      {before && (
        <div>
          <dt>{t("transparency.head.before")}</dt>
          <dd>
            <p>
              <Text of="transparency.head.beforeText" />
            </p>
            <pre className="log-file">{before}</pre>
          </dd>
        </div>
      )}
    </dl>
  );
}
