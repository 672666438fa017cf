import { createHash } from 'node:crypto';

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);

/** Normalises a front, so that differences in case, spacing and Unicode form are ignored. */
const folded = (front: string): string => front.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

/** Returns the identity of a card by its id in Anki packages. */
export const keyIdentity = (key: string): string => `key ${key}`;

/** Returns the identities of a card by its front: exact, then normalised. */
export const frontIdentities = (front: string): string[] => [`front ${hashOf(front)}`, `like ${hashOf(folded(front))}`];

/** Returns the identities of a card of a file, the strongest first. */
export const identitiesOf = ({ key, front }: { key?: string | undefined; front: string }): string[] =>
  key === undefined ? frontIdentities(front) : [keyIdentity(key)];
