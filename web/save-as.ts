export function saveAs(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // Not at once: the browser has yet to read it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

export function sharesPictures(): boolean {
  const probe = new File([], "petition.png", { type: "image/png" });
  return "canShare" in navigator && navigator.canShare({ files: [probe] });
}
