/** The latest registration of this browser, until its address is verified. */
export interface KeptRegistration {
  /** The key that it was sent with: whoever shows it registered here. */
  secret: string;
  /** Whether it waits for its address, or was refused because too many do. */
  isAccepted: boolean;
}

const storageKey = 'lectern.registration';

/** Storage may be full or forbidden: the mailed link then asks for the password where it has to. */
const attempt = <Result>(action: () => Result): Result | undefined => {
  try {
    return action();
  } catch {
    return undefined;
  }
};

const isKept = (value: unknown): value is KeptRegistration =>
  typeof value === 'object' &&
  value !== null &&
  'secret' in value &&
  typeof value.secret === 'string' &&
  'isAccepted' in value &&
  typeof value.isAccepted === 'boolean';

/** The mailed link opens in another tab, so it is kept for all of them. */
export const keptRegistration = (): KeptRegistration | undefined => {
  const value = attempt(() => JSON.parse(localStorage.getItem(storageKey) ?? 'null') as unknown);
  return isKept(value) ? value : undefined;
};

/** A refused one does not replace an accepted one, which may be of the same address. */
export const keepRegistration = (registration: KeptRegistration): void => {
  if (!registration.isAccepted && keptRegistration()?.isAccepted === true) return;
  attempt(() => {
    localStorage.setItem(storageKey, JSON.stringify(registration));
  });
};

export const forgetRegistration = (): void => {
  attempt(() => {
    localStorage.removeItem(storageKey);
  });
};
