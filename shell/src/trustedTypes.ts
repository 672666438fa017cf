import { readPageData } from './readPageData';

interface TrustedTypesFactory {
  createPolicy: (name: string, rules: { createScriptURL: (address: string) => string | null }) => unknown;
}

/**
 * The page lets scripts through from its own assets and from the registered origins only. The federation runtime and
 * webpack assign plain strings, which the default policy sees. Markup and script text have no rule, so both are refused.
 */
export const installTrustedTypes = (): void => {
  const factory = (globalThis as { trustedTypes?: TrustedTypesFactory }).trustedTypes;
  if (!factory) return;
  const origins = new Set(
    readPageData().registry.flatMap(({ entry, fallbackEntry }) => [new URL(entry).origin, new URL(fallbackEntry).origin]),
  );
  factory.createPolicy('default', {
    createScriptURL: (address) => {
      const url = new URL(address, location.href);
      // The origin of a blob: address is the one of the page that made it.
      if (!/^https?:$/.test(url.protocol)) return null;
      const isOurs = url.origin === location.origin && url.pathname.startsWith('/assets/');
      return isOurs || origins.has(url.origin) ? address : null;
    },
  });
};

installTrustedTypes();

// The schemas' library would try to make a function from text, find it refused, and leave a report each time.
(globalThis as { __zod_globalConfig?: { jitless: boolean } }).__zod_globalConfig = { jitless: true };

// The toasts' styles take their nonce from here, and would overwrite the one of their element with nothing.
(globalThis as { __nonce__?: string | undefined }).__nonce__ = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce;
