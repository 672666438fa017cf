/** Origins that the policy lets the page reach. */
export interface PolicyOrigins {
  /** The gateway. */
  api: string;
  /** Of the remotes. */
  remotes: readonly string[];
}

/**
 * Two policies in one header; a script has to satisfy both. The nonce alone would let an injected `import()` of a foreign address
 * run, the list of origins alone an injected script of ours.
 */
export const contentSecurityPolicy = (nonce: string, { api, remotes }: PolicyOrigins): string => {
  const origins = [...new Set(remotes)].join(' ');
  const first = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    `img-src 'self' data: https: ${origins}`,
    "font-src 'self'",
    "manifest-src 'self'",
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

/** Headers of every page, beside the content policy. */
export const pageHeaders = {
  'integrity-policy': 'blocked-destinations=(script)',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
} as const;

/** What is edited all the time has no integrity. For development only. */
export const headersWithoutIntegrity: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(pageHeaders).filter(([name]) => name !== 'integrity-policy'),
);
