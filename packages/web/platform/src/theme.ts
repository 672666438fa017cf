import { browserStorage } from './browserStorage';

/** `system`: the preference of the operating system. */
export type ThemeChoice = 'system' | 'light' | 'dark';

/** The key of the theme in this browser's storage. */
const themeStorageKey = 'lectern.theme';

export const readTheme = (): ThemeChoice => {
  const kept = browserStorage.local.read(themeStorageKey);
  return kept === 'light' || kept === 'dark' ? kept : 'system';
};

/** Applies the theme immediately, and stores it for later visits. */
export const chooseTheme = (choice: ThemeChoice): void => {
  const { dataset } = document.documentElement;
  if (choice === 'system') {
    browserStorage.local.remove(themeStorageKey);
    delete dataset['theme'];
  } else {
    browserStorage.local.write(themeStorageKey, choice);
    dataset['theme'] = choice;
  }
};
