import { hash, verify, type Options } from '@node-rs/argon2';

/** Argon2id with 19 MiB, two passes, one lane: OWASP's first recommendation. Runs on the thread pool, off the event loop. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A decoy hash. It is verified for unknown addresses, so that they take as long as known ones. */
let decoy: Promise<string> | undefined;

/** Returns the cost and salt of a hash. */
const parametersOf = (passwordHash: string): Options => {
  const [, memoryCost, timeCost, parallelism, salt] = /\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$/.exec(passwordHash) ?? [];
  if (salt === undefined) throw new Error('A stored password hash is not one of argon2.');
  return {
    memoryCost: Number(memoryCost),
    timeCost: Number(timeCost),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
  };
};

export interface Passwords {
  /** Hashes a password. `like` sets the salt and cost to those of another hash, so that equal passwords have equal hashes. */
  hash(password: string, like?: string): Promise<string>;
  /** Returns whether a password matches. Without a hash it takes the same time and returns `false`. */
  fits(password: string, passwordHash: string | undefined): Promise<boolean>;
}

export const passwords: Passwords = {
  hash: async (password, like) => hash(password, like === undefined ? cost : parametersOf(like)),
  async fits(password, passwordHash) {
    decoy ??= hash('no account has this', cost);
    const fits = await verify(passwordHash ?? (await decoy), password);
    return passwordHash !== undefined && fits;
  },
};
