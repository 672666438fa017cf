import { loadOverride } from '../development/overrides';
import type { RegisteredRemote } from '../PageData';
import { loadScript } from './loadScript';

/** Runs the script of a remote. @throws Error when it cannot be loaded */
export const loadEntry = (
  { entry, fallbackEntry, integrity, isOverride }: RegisteredRemote,
  signal: AbortSignal | undefined,
): Promise<void> =>
  process.env.LECTERN_BUILD === 'development' && isOverride === true
    ? loadOverride(entry)
    : loadScript([entry, fallbackEntry], integrity, signal);
