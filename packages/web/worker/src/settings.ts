import { settingsName, type WorkerSettings } from './names';

/** The settings that the page server wrote before the code. */
export const settings = (globalThis as unknown as Record<typeof settingsName, WorkerSettings>)[settingsName];
