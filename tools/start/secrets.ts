import { createPrivateKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SettingsError } from '@lectern/service-kit';

/** A shorter file was truncated, for example by a full disk. */
const leastLength = 16;

/**
 * Reads a secret, or creates it on the first start, readable only by its owner. Concurrent starts use the same secret.
 * @throws SettingsError if the file is empty or truncated
 */
const readOrMake = (file: string, make: () => string): string => {
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const unfinished = `${file}.${process.pid}.unfinished`;
    try {
      writeFileSync(unfinished, make(), { mode: 0o600 });
      // Unlike a rename, a link never replaces an existing file.
      linkSync(unfinished, file);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    } finally {
      rmSync(unfinished, { force: true });
    }
  }
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length < leastLength)
    throw new SettingsError(`${file} is empty or cut off: restore it from a backup, or delete it to have a new one made.`);
  return secret;
};

/** Returns the secrets from the settings. Missing ones are 32 random bytes, stored in the data folder. */
export function provideSecrets(dataFolder: string, environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const make = () => randomBytes(32).toString('base64url');
  const names = ['AUTH_TOKEN_SECRET', 'INTERNAL_SECRET', 'STRIPE_WEBHOOK_SECRET'];
  return Object.fromEntries(names.map((name) => [name, environment[name] || readOrMake(join(dataFolder, 'secrets', name), make)]));
}

const readKey = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new SettingsError('REGISTRY_KEY_FILE: the file cannot be read.', { cause: error });
  }
};

/**
 * Returns the Ed25519 key that signs the registry, as PEM: from `keyFile`, or created on the first start.
 * @throws SettingsError if the file cannot be read or has no key
 */
export function provideRegistryKey(dataFolder: string, keyFile: string | undefined): string {
  const file = join(dataFolder, 'secrets', 'registry-key.pem');
  const make = () => generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const pem = keyFile === undefined ? readOrMake(file, make) : readKey(keyFile);
  try {
    createPrivateKey(pem);
    return pem;
  } catch (error) {
    const where = keyFile === undefined ? file : 'REGISTRY_KEY_FILE: the file';
    throw new SettingsError(`${where} holds no private key (PEM).`, { cause: error });
  }
}
