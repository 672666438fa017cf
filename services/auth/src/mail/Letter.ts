/** What a mail says, before it has a form. Plain text throughout; the layouts escape it. */
export interface Letter {
  subject: string;
  /** The line that lists of mails show after the subject. */
  preheader: string;
  heading: string;
  /** Whom it greets; `undefined` where there is no name fit to print. */
  name: string | undefined;
  paragraphs: readonly string[];
  /** Label and value, shown as a small table. */
  facts: readonly (readonly [label: string, value: string])[];
  /** Between the facts and the action. */
  advice?: readonly string[];
  action?: { label: string; url: string };
  small: string;
}
