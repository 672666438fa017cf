import { readPageData } from './readPageData';

interface TrustedTypesFactory {
  createPolicy: (name: string, rules: { createScriptURL: (address: string) => string | null }) => unknown;
}

/**
 * Installs a Trusted Types policy: scripts may be loaded from the page's own assets and from registered origins only, and the service worker. The federation runtime and
 * webpack assign plain strings, which go through the default policy. It has no rule for markup and script text, so both are rejected.
 */
export const installTrustedTypes = (): void => {
  const factory = (globalThis as { trustedTypes?: TrustedTypesFactory }).trustedTypes;
  if (!factory) return;
  const origins = new Set(readPageData().registry.map(({ entry }) => new URL(entry).origin));
  factory.createPolicy('default', {
    createScriptURL: (address) => {
      const url = new URL(address, location.href);
      // A `blob:` address has the origin of the page that created it, so the scheme must be checked too.
      if (!/^https?:$/.test(url.protocol)) return null;
      const isOurs = url.origin === location.origin && (url.pathname.startsWith('/assets/') || url.pathname === '/service-worker.js');
      return isOurs || origins.has(url.origin) ? address : null;
    },
  });
};

installTrustedTypes();

// Otherwise zod tries to create a function from text, which the policy refuses and reports each time.
(globalThis as { __zod_globalConfig?: { jitless: boolean } }).__zod_globalConfig = { jitless: true };

// goober, which styles the toasts, reads its nonce from here. Otherwise it would remove the nonce of its style element.
(globalThis as { __nonce__?: string | undefined }).__nonce__ = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce;
