/** Origins that the content security policy allows. */
export interface PolicyOrigins {
  /** The gateway's origin. */
  api: string;
  /** The origins of the remotes. */
  remotes: readonly string[];
}

/**
 * Builds two policies in one header; a script has to satisfy both. The nonce alone would allow an injected `import()` from a foreign
 * origin, and the list of origins alone an injected element that loads one of the site's scripts.
 */
export const contentSecurityPolicy = (nonce: string, { api, remotes }: PolicyOrigins): string => {
  const origins = [...new Set(remotes)].join(' ');
  const first = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    `img-src 'self' data: ${api} ${origins}`,
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    `connect-src 'self' ${api} ${origins}`,
    "require-trusted-types-for 'script'",
    'trusted-types default later',
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    'report-uri /csp-report',
  ];
  return `${first.join('; ')}, script-src 'self' ${origins}`.replaceAll(/(?<! ) +(?=;|,|$)/g, '');
};

/** Builds the policy of the service worker, which runs no other scripts and fetches from the site, the gateway and the remotes. */
export const workerPolicy = ({ api, remotes }: PolicyOrigins): string =>
  `default-src 'none'; connect-src ${[...new Set(["'self'", api, ...remotes])].join(' ')}; report-uri /csp-report`;

/** Headers of every page, in addition to the content security policy. */
export const pageHeaders = {
  'integrity-policy': 'blocked-destinations=(script)',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
} as const;

/** Headers for development: files that change have no integrity value. */
export const headersWithoutIntegrity: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(pageHeaders).filter(([name]) => name !== 'integrity-policy'),
);

/** The HSTS header, valid for one year. Absent on a site without HTTPS. Excludes subdomains, because these belong to the operator. */
export const transportHeaders = (publicUrl: string): Readonly<Record<string, string>> =>
  new URL(publicUrl).protocol === 'https:' ? { 'strict-transport-security': 'max-age=31536000' } : {};
