import type { PictureWords } from "./material-content.server.ts";

export function Pictures({ words }: { words: PictureWords }) {
  return (
    <section aria-labelledby="pictures">
      <h2 id="pictures">{words.title}</h2>
      <p>{words.text}</p>
      <ul className="pictures">
        {words.pictures.map(({ id, path, width, height, name, size }) => (
          <li key={id} className={id}>
            <img src={path} width={width} height={height} alt={words.alt} loading="lazy" />
            <h3>{name}</h3>
            <p className="small soft">{size}</p>
            <p>
              <a href={path} download aria-label={`${words.download}: ${name}`}>
                {words.download}
              </a>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
