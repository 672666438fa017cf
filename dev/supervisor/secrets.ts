import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SettingsError } from '@lectern/service-kit';

/** Reads a secret, or makes it at the first start; readable by its owner only. `wx`: two starts at once agree on one. */
const readOrMake = (file: string, make: () => string): string => {
  if (!existsSync(file))
    try {
      writeFileSync(file, make(), { mode: 0o600, flag: 'wx' });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  return readFileSync(file, 'utf8').trim();
};

/** Secrets of the embedded defaults, 32 random bytes each, kept in the data folder. Set ones win. */
export function provideSecrets(dataFolder: string, environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const folder = join(dataFolder, 'secrets');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const random = (name: string) => environment[name] || readOrMake(join(folder, name), () => randomBytes(32).toString('base64url'));
  return {
    AUTH_TOKEN_SECRET: random('AUTH_TOKEN_SECRET'),
    INTERNAL_SECRET: random('INTERNAL_SECRET'),
    STRIPE_WEBHOOK_SECRET: random('STRIPE_WEBHOOK_SECRET'),
  };
}

/**
 * The Ed25519 key that signs the registry, as PEM: the set one, or one made at the first start.
 * @throws SettingsError when the set file cannot be read
 */
export function provideRegistryKey(dataFolder: string, keyFile: string | undefined): string {
  if (keyFile !== undefined)
    try {
      return readFileSync(keyFile, 'utf8');
    } catch (error) {
      throw new SettingsError('REGISTRY_KEY_FILE: the file cannot be read.', { cause: error });
    }
  const folder = join(dataFolder, 'secrets');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return readOrMake(join(folder, 'registry-key.pem'), () =>
    generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  );
}
