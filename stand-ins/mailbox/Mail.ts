/** A message as `GET /email` lists it. Addresses are without names, several are joined by a comma. `date` is ISO 8601 UTC. */
export interface Mail {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly date: string;
  /** The headers `List-Unsubscribe` and `List-Unsubscribe-Post` of a mail that has them. */
  readonly listUnsubscribe?: string;
  readonly listUnsubscribePost?: string;
}
