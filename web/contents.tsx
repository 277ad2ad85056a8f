interface ContentsProps {
  title: string;
  className?: string;
  sections: { id: string; title: string; isPart?: boolean }[];
}

export function Contents({ title, className, sections }: ContentsProps) {
  return (
    <nav aria-labelledby="contents">
      <p id="contents" className={className}>
        {title}
      </p>
      <ol>
        {sections.map(({ id, title, isPart }) => (
          <li key={id} className={isPart ? "part" : undefined}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
