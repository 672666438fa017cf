import { isRecord } from '@lectern/contracts';
import { browserStorage } from '@lectern/platform';

/** The latest registration of this browser, until its address is verified. */
export interface KeptRegistration {
  /** The idempotency key of the registration. It proves that this browser sent it. */
  secret: string;
  /** The server keeps it unverified until this time, in milliseconds since 1970. 0: it was refused, because too many wait for verification. */
  waitsUntil: number;
}

const storageKey = 'lectern.registration';

/** The server keeps an unverified registration for at least this time. Milliseconds. */
const registrationMs = 24 * 60 * 60 * 1000;

const isKept = (value: unknown): value is KeptRegistration =>
  isRecord(value) && typeof value['secret'] === 'string' && typeof value['waitsUntil'] === 'number';

/** The stored registration. Kept in local storage, because the mailed link opens in another tab. */
export const keptRegistration = (): KeptRegistration | undefined => {
  const value = browserStorage.local.readJson(storageKey);
  return isKept(value) ? value : undefined;
};

/** Whether the server still keeps it unverified. */
export const isWaiting = ({ waitsUntil }: KeptRegistration): boolean => Date.now() < waitsUntil;

const keep = (registration: KeptRegistration): void => {
  browserStorage.local.writeJson(storageKey, registration);
};

/** Call it after a registration was accepted. */
export const keepRegistration = (secret: string): void => {
  keep({ secret, waitsUntil: Date.now() + registrationMs });
};

/** Call it after a 429. A registration that still waits is not replaced: it may have the same address. */
export const keepRefusedRegistration = (secret: string): void => {
  const kept = keptRegistration();
  if (!kept || !isWaiting(kept)) keep({ secret, waitsUntil: 0 });
};

export const forgetRegistration = (): void => {
  browserStorage.local.remove(storageKey);
};
