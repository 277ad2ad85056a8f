/** Where a petition can be shared: plain addresses, from which nothing is loaded before somebody follows one. */

/** Each way has a text of its own length and tone; Facebook takes none. */
export interface ShareText {
  url: string;
  letter: { subject: string; body: string };
  message: string;
  /** For everybody, in 280 characters together with the address. */
  post: string;
}

export interface ShareWay {
  id: "email" | "whatsapp" | "telegram" | "facebook" | "x";
  name: string | null;
  href: string;
}

export function shareWays({ url, letter, message, post }: ShareText): ShareWay[] {
  // RFC 6068: a line break in a body is CRLF, a space is %20 and never a plus.
  const body = letter.body.replace(/\n/g, "\r\n");
  return [
    { id: "email", name: null, href: `mailto:?${query({ subject: letter.subject, body })}` },
    { id: "whatsapp", name: "WhatsApp", href: `https://wa.me/?${query({ text: `${message}\n${url}` })}` },
    { id: "telegram", name: "Telegram", href: `https://t.me/share/url?${query({ url, text: message })}` },
    { id: "facebook", name: "Facebook", href: `https://www.facebook.com/sharer/sharer.php?${query({ u: url })}` },
    { id: "x", name: "X", href: `https://x.com/intent/tweet?${query({ text: post, url })}` },
  ];
}

function query(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("&");
}
