export interface Letter {
  subject: string;
  text: string;
  html: string;
  /** The address that the e-mail is about; it stands alone on a line of the text. */
  link: string;
}

export interface Responsible {
  name: string;
  addressLines: string[];
}
