/** Settings that the page server embeds into the page as data. No build contains an address. */
export interface Settings {
  /** The gateway's public address, without a trailing slash. */
  apiUrl: string;
  supportEmail: string;
}

let current: Settings = { apiUrl: '', supportEmail: '' };

/** Called once by the shell before anything renders. */
export const configureSettings = (settings: Settings): void => {
  current = { ...settings, apiUrl: settings.apiUrl.replace(/(?<!\/)\/+$/, '') };
};

export const getSettings = (): Settings => current;
