import { isRecord } from '@lectern/contracts';
import { browserStorage } from '@lectern/platform';

/** This browser's latest registration, until its address is verified. */
export interface KeptRegistration {
  /** The idempotency key of the registration. Proves that this browser sent it. */
  secret: string;
  /**
   * The time until which the server keeps it unverified, in milliseconds since 1970. 0 if it was rejected because too many are unverified.
   */
  waitsUntil: number;
}

const storageKey = 'lectern.registration';

/** The minimum time for which the server keeps an unverified registration. Milliseconds. */
const registrationMs = 24 * 60 * 60 * 1000;

const isKept = (value: unknown): value is KeptRegistration =>
  isRecord(value) && typeof value['secret'] === 'string' && typeof value['waitsUntil'] === 'number';

/** The stored registration. Kept in local storage, because the mailed link opens in another tab. */
export const keptRegistration = (): KeptRegistration | undefined => {
  const value = browserStorage.local.readJson(storageKey);
  return isKept(value) ? value : undefined;
};

/** Whether the server still keeps the registration unverified. */
export const isWaiting = ({ waitsUntil }: KeptRegistration): boolean => Date.now() < waitsUntil;

const keep = (registration: KeptRegistration): void => {
  browserStorage.local.writeJson(storageKey, registration);
};

/** Call it after a registration was accepted. */
export const keepRegistration = (secret: string): void => {
  keep({ secret, waitsUntil: Date.now() + registrationMs });
};

/** Call it after a 429. Does not replace an unverified registration, which may have the same address. */
export const keepRefusedRegistration = (secret: string): void => {
  const kept = keptRegistration();
  if (!kept || !isWaiting(kept)) keep({ secret, waitsUntil: 0 });
};

export const forgetRegistration = (): void => {
  browserStorage.local.remove(storageKey);
};
