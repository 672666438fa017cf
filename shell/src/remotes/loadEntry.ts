import { loadOverride } from '../development/overrides';
import type { RegisteredRemote } from '../PageData';

/**
 * webpack's script loader. The build adds the page's nonce, integrity values through the last argument, and retries
 * (`packages/web/build/src/ChunkRuntimePlugin.js`).
 */
declare const __webpack_require__: {
  l: (address: string, done: (event?: { type: string }) => void, key: string, integrityKey: string) => () => void;
  integrityOf: Record<string, string>;
};

const loadScript = (address: string, integrity: string, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    // A script without an integrity value is never loaded, whatever the registry says.
    if (!integrity.startsWith('sha384-')) throw new Error(`${address} has no integrity value.`);
    __webpack_require__.integrityOf[address] = integrity;
    const done = (event?: { type: string }): void => {
      if (event?.type === 'load') resolve();
      else reject(new Error(`${address} could not be loaded.`));
    };
    const stop = __webpack_require__.l(address, done, address, address);
    const abort = (): void => {
      stop();
      reject(new Error(`${address} is no longer wanted.`));
    };
    signal?.addEventListener('abort', abort, { once: true });
  });

/**
 * Runs the script of a remote, which defines its container.
 *
 * @param signal aborts the load if another version is needed
 * @throws Error after all attempts have failed, or if the signal aborts
 */
export const loadEntry = ({ entry, integrity, isOverride }: RegisteredRemote, signal: AbortSignal | undefined): Promise<void> =>
  process.env.LECTERN_BUILD === 'development' && isOverride === true ? loadOverride(entry) : loadScript(entry, integrity, signal);
