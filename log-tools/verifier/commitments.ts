/** The commitments of a log: eight bytes of each are kept, which no two share by chance. */
export class Commitments {
  private kept = new BigUint64Array(1024);
  private held = 0;

  add(commitment: string): void {
    if (this.held === this.kept.length) {
      const more = new BigUint64Array(2 * this.held);
      more.set(this.kept);
      this.kept = more;
    }
    this.kept[this.held] = BigInt(`0x${commitment.slice(0, 16)}`);
    this.held += 1;
  }

  /** How one begins that is there twice; null if none is. */
  repeated(): string | null {
    const sorted = this.kept.subarray(0, this.held).sort();
    const at = sorted.findIndex((one, place) => one === sorted[place - 1]);
    return at < 0 ? null : (sorted[at] ?? 0n).toString(16).padStart(16, "0");
  }
}
