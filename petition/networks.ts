/**
 * Whoever holds a wide network (IPv4 /24, IPv6 /48) has 256 or 65,536 of the networks that limits count by (IPv4 whole, IPv6 /64). So a wide network has an
 * allowance of its own: ten times that of one network. Behind a /24 of a carrier or a university there are thousands of people: in ten minutes 300 of them
 * may try to sign, which is a sixth of a petition that collects 10,000 an hour.
 */
const WIDE = 10;

export function inWideNetwork(count: number): number {
  return WIDE * count;
}
