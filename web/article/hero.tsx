import { LinkButton } from "../design/button.tsx";
import { Icon } from "../design/icon.tsx";
import type { ArticleContent } from "./article.server.ts";

export function Hero({ article, petition }: { article: ArticleContent; petition: string }) {
  const { badge, title, lede, checked, readingTime, call } = article;
  return (
    <header className="art-hero">
      <span className="underprint iris" aria-hidden="true" />
      <div className="wrap">
        <p className="tag">
          <Icon name="warning" /> {badge}
        </p>
        <h1 className="title">
          {title.map((part) =>
            typeof part === "string" ? (
              part
            ) : (
              <span className="whole" key={part.whole}>
                {part.whole}
              </span>
            ),
          )}
        </h1>
        <p className="lede">{lede}</p>
        <p className="source">{checked}</p>
        <p className="begin">
          <span>
            <Icon name="clock" /> {readingTime}
          </span>{" "}
          <LinkButton kind="quiet" href={petition}>
            {call.button}
          </LinkButton>
        </p>
      </div>
    </header>
  );
}
