import { isRecord } from '@lectern/contracts';
import { browserStorage } from '@lectern/platform';

/** The latest registration of this browser, until its address is verified. */
export interface KeptRegistration {
  /** The key that it was sent with: whoever shows it registered here. */
  secret: string;
  /** Until when it surely waits for its address, in milliseconds since 1970; 0 when it was refused because too many wait. */
  waitsUntil: number;
}

const storageKey = 'lectern.registration';

/** How long a registration waits at least. */
const registrationMs = 24 * 60 * 60 * 1000;

const isKept = (value: unknown): value is KeptRegistration =>
  isRecord(value) && typeof value['secret'] === 'string' && typeof value['waitsUntil'] === 'number';

/** The mailed link opens in another tab, so it is kept for all of them. */
export const keptRegistration = (): KeptRegistration | undefined => {
  const value = browserStorage.local.readJson(storageKey);
  return isKept(value) ? value : undefined;
};

/** Whether it still waits, so that the server tells it from a stranger's. */
export const isWaiting = ({ waitsUntil }: KeptRegistration): boolean => Date.now() < waitsUntil;

const keep = (registration: KeptRegistration): void => {
  browserStorage.local.writeJson(storageKey, registration);
};

/** After a registration that was accepted. */
export const keepRegistration = (secret: string): void => {
  keep({ secret, waitsUntil: Date.now() + registrationMs });
};

/** After one that was refused because too many wait. It does not replace one that does, which may be of the same address. */
export const keepRefusedRegistration = (secret: string): void => {
  const kept = keptRegistration();
  if (!kept || !isWaiting(kept)) keep({ secret, waitsUntil: 0 });
};

export const forgetRegistration = (): void => {
  browserStorage.local.remove(storageKey);
};
