const EXAMPLE_HOST = /(?:@|\/\/)(?:[\w-]+\.)*(?:example\.(?:com|net|org)|[\w-]+\.(?:example|invalid|test))(?=[/:?#>\s]|$)/i;

/** An e-mail or web address at a name that belongs to nobody (RFC 2606). */
export function isExampleAddress(text: string): boolean {
  return EXAMPLE_HOST.test(text);
}
