/** Puts a text into the clipboard; false where the browser does not let us. The field that holds it stays selected then. */
export async function copyText(text: string, field: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // No clipboard without https, nor in many browsers inside of apps: the way of old may still work.
    field.focus();
    field.select();
    return document.execCommand("copy");
  }
}
