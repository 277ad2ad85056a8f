/** Headers that may say who somebody is. None of what they hold may be found in a log. */
const NAMES = [
  ...["user-agent", "accept", "accept-language", "x-real-ip", "x-forwarded-for", "forwarded", "cf-connecting-ip"],
  ...["true-client-ip", "x-client-ip", "via", "cookie", "referer", "origin", "authorization", "x-request-id", "traceparent"],
  ...["if-none-match", "sec-ch-ua", "sec-ch-ua-platform", "dnt", "from", "save-data", "x-made-up"],
];

export const tellingHeaders = (mark: string): Record<string, string> =>
  Object.fromEntries(NAMES.map((name) => [name, `${mark}-${name}`]));
