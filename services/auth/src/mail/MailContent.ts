/** The content of a mail in plain text; the layouts escape it. */
export interface MailContent {
  subject: string;
  /** The line that mail clients show after the subject. */
  preheader: string;
  heading: string;
  /** The name in the greeting; `undefined` without a suitable one. */
  name: string | undefined;
  paragraphs: readonly string[];
  /** Labels and values, shown as a small table. */
  facts: readonly (readonly [label: string, value: string])[];
  /** Shown between the facts and the action. */
  advice?: readonly string[];
  action?: { label: string; url: string };
  small: string;
}
