/** Of the page nothing but the receipt. */
export function printReceipt(): void {
  const { dataset } = document.documentElement;
  dataset.prints = "receipt";
  window.addEventListener("afterprint", () => delete dataset.prints, { once: true });
  window.print();
}
