/** What every e-mail of ours is before it is sent: a pure value, the same for the same input. */

export interface Letter {
  subject: string;
  text: string;
  html: string;
  /** The address that the e-mail is about; it stands alone on a line of the text. */
  link: string;
}

/** Who answers for the petition, as the foot of each e-mail names them. */
export interface Responsible {
  name: string;
  addressLines: string[];
}
