import { createHash } from 'node:crypto';

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);

/** The same for fronts that differ in case, spacing or form alone. */
const folded = (front: string): string => front.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

/** Identifies a card by what Anki's packages call it. */
export const keyIdentity = (key: string): string => `key ${key}`;

/** Identifies a card by its front: exactly, then by its likeness. */
export const frontIdentities = (front: string): string[] => [`front ${hashOf(front)}`, `like ${hashOf(folded(front))}`];

/** What identifies a card of a file, the surest first. */
export const identitiesOf = ({ key, front }: { key?: string | undefined; front: string }): string[] =>
  key === undefined ? frontIdentities(front) : [keyIdentity(key)];
