import { hash, verify } from '@node-rs/argon2';

/** Argon2id with 19 MiB, two passes, one lane: OWASP's first recommendation. Runs on the thread pool, off the event loop. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Of no password: verified for unknown addresses, so that they take as long as known ones. */
let decoy: Promise<string> | undefined;

export const passwords = {
  hash: (password: string): Promise<string> => hash(password, cost),
  /** Whether a password fits; without a hash it takes the same time and never fits. */
  async fits(password: string, passwordHash: string | undefined): Promise<boolean> {
    decoy ??= hash('no account has this', cost);
    const fits = await verify(passwordHash ?? (await decoy), password);
    return passwordHash !== undefined && fits;
  },
};
export type Passwords = typeof passwords;
