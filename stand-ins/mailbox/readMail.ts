import PostalMime from 'postal-mime';
import type { Address } from 'postal-mime';

/** A message as `GET /email` lists it. Addresses have no names and are separated by commas. `date` is ISO 8601 UTC. */
export interface Mail {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly date: string;
  /** The headers `List-Unsubscribe` and `List-Unsubscribe-Post`, if present. */
  readonly listUnsubscribe?: string;
  readonly listUnsubscribePost?: string;
}

/** The addresses of the SMTP dialogue. */
export interface Envelope {
  readonly from: string;
  readonly to: readonly string[];
}

const plain = (addresses: readonly (Address | undefined)[]): string[] =>
  addresses.flatMap((address) => address?.address ?? address?.group?.map((member) => member.address ?? '') ?? []);

/** Parses a message. @param now - the date for messages without one, in milliseconds since 1970 */
export async function readMail(message: Buffer, envelope: Envelope, now: number): Promise<Mail> {
  const parsed = await PostalMime.parse(message);
  const header = (name: string): string | undefined => parsed.headers.find(({ key }) => key === name)?.value;
  const [listUnsubscribe, listUnsubscribePost] = [header('list-unsubscribe'), header('list-unsubscribe-post')];
  const sent = Date.parse(parsed.date ?? '');
  return {
    from: plain([parsed.from]).join(', ') || envelope.from,
    to: plain(parsed.to ?? []).join(', ') || envelope.to.join(', '),
    subject: parsed.subject ?? '',
    text: (parsed.text ?? '').replaceAll('\r\n', '\n'),
    html: parsed.html ?? '',
    date: new Date(Number.isNaN(sent) ? now : sent).toISOString(),
    ...(listUnsubscribe !== undefined && { listUnsubscribe }),
    ...(listUnsubscribePost !== undefined && { listUnsubscribePost }),
  };
}
