/** Programs of the reader that change a page. Stand-ins, which run in the browser before anything of the page. */

export interface Bystanders {
  translates: "once it is alive" | "before its script" | null;
  /** A password manager puts its own element beside each field, and the system makes a link of a number, before the page's script runs. */
  inserts: boolean;
}

/** What a journey waits for. */
export interface Watched {
  isRead: boolean;
  isTranslated: boolean;
  isPrinted: boolean;
}

/** Handed over to a browser as it is, so it uses nothing from outside of it. */
export function standIn({ translates, inserts }: Bystanders): void {
  const watched: Watched = { isRead: false, isTranslated: false, isPrinted: false };
  const UNTRANSLATED = "script, style, noscript, title, textarea, option, font";

  /** As the page translation of browsers does: two elements around a copy of each text. The text node itself is in the page no more. */
  function wrap(text: Text): void {
    if (text.parentElement === null || text.parentElement.closest(UNTRANSLATED)) return;
    const outer = document.createElement("font");
    const inner = document.createElement("font");
    inner.append(text.data);
    outer.append(inner);
    text.replaceWith(outer);
    const before = text.data;
    const write = (now: string) => now !== before && console.error(`written where nobody sees it: ${before} → ${now}`);
    Object.defineProperty(text, "nodeValue", { set: write });
  }

  function textsIn(node: Node): Text[] {
    if (node instanceof Text) return [node];
    const found: Text[] = [];
    const walk = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) found.push(walk.currentNode as Text);
    return found;
  }

  function translate(): void {
    for (const text of textsIn(document.body)) wrap(text);
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) if (document.body.contains(node)) textsIn(node).forEach(wrap);
    }).observe(document, { childList: true, subtree: true });
    watched.isTranslated = true;
  }

  function insert(): void {
    for (const field of document.querySelectorAll("input:not([type=hidden], [hidden])")) {
      const beside = document.createElement("div");
      beside.className = "a-password-manager";
      field.after(beside);
    }
    const number = textsIn(document.querySelector("main") ?? document.body).find(
      ({ data, parentElement }) => /\d/.test(data) && !parentElement?.closest(`a, button, ${UNTRANSLATED}`),
    );
    if (!number) return;
    const link = document.createElement("a");
    link.href = "tel:1";
    number.replaceWith(link);
    link.append(number);
  }

  function isAlive(): boolean {
    const root = Object.keys(document).find((name) => name.startsWith("__reactContainer$"));
    return root !== undefined && Reflect.get(document, root).stateNode.current.memoizedState.isDehydrated === false;
  }

  function translateOnceAlive(): void {
    if (isAlive()) translate();
    else later(translateOnceAlive, 20);
  }

  const later = window.setTimeout;
  // The page is read, and its script, a module, has not run.
  document.addEventListener("readystatechange", () => {
    if (document.readyState !== "interactive") return;
    if (inserts) insert();
    if (translates === "before its script") translate();
    if (translates === "once it is alive") translateOnceAlive();
    watched.isRead = true;
  });
  window.print = () => {
    watched.isPrinted = true;
  };
  // Firefox hands over an error as an object, without its words.
  const report = console.error;
  console.error = (...said) => report(...said.map(String));
  Object.assign(window, { watched });
}
