/** The start ends with the message. */
export class UnusableWitness extends Error {}
