/**
 * A wide network (IPv4 /24, IPv6 /48) has 256 or 65,536 of the networks that limits count (IPv4 whole, IPv6 /64): it gets a limit of its
 * own. Behind a carrier's /24 there are thousands of people: 300 of them may try to sign in ten minutes.
 */
const WIDE = 10;

export function inWideNetwork(count: number): number {
  return WIDE * count;
}
