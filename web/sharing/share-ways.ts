/** Where a petition is told on: plain addresses, from which nothing is loaded before somebody follows one. */

export interface Told {
  url: string;
  subject: string;
  text: string;
}

export interface ShareWay {
  id: "email" | "whatsapp" | "telegram" | "facebook" | "x";
  name: string | null;
  href: string;
}

export function shareWays({ url, subject, text }: Told): ShareWay[] {
  const whole = `${text} ${url}`;
  return [
    // RFC 6068: a line break in a body is CRLF, a space is %20 and never a plus.
    { id: "email", name: null, href: `mailto:?${query({ subject, body: `${text}\r\n\r\n${url}` })}` },
    { id: "whatsapp", name: "WhatsApp", href: `https://wa.me/?${query({ text: whole })}` },
    { id: "telegram", name: "Telegram", href: `https://t.me/share/url?${query({ url, text })}` },
    { id: "facebook", name: "Facebook", href: `https://www.facebook.com/sharer/sharer.php?${query({ u: url })}` },
    { id: "x", name: "X", href: `https://x.com/intent/tweet?${query({ text, url })}` },
  ];
}

function query(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("&");
}
