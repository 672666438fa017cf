import { isRecord } from '@lectern/contracts';
import { browserStorage } from '@lectern/platform';

/** The latest registration of this browser, until its address is verified. */
export interface KeptRegistration {
  /** The idempotency key of the registration. It proves that this browser sent it. */
  secret: string;
  /** Until when the server keeps it unverified, in milliseconds since 1970; 0 when it was refused because too many are waiting. */
  waitsUntil: number;
}

const storageKey = 'lectern.registration';

/** How long the server keeps an unverified registration at least. Milliseconds. */
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

/** Call it after a registration was refused because too many are waiting. Keeps a waiting one, which may have the same address. */
export const keepRefusedRegistration = (secret: string): void => {
  const kept = keptRegistration();
  if (!kept || !isWaiting(kept)) keep({ secret, waitsUntil: 0 });
};

export const forgetRegistration = (): void => {
  browserStorage.local.remove(storageKey);
};
