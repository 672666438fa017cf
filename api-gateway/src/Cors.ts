/** Returns the origins whose pages may call the gateway: the site's own. Both spellings of the local machine are the same site. */
const originsOf = (publicUrl: string): ReadonlySet<string> => {
  const { origin, protocol, port, hostname } = new URL(publicUrl);
  return new Set(hostname === 'localhost' ? [origin, `${protocol}//127.0.0.1${port ? `:${port}` : ''}`] : [origin]);
};

/** CORS for the site's own pages (Fetch standard, section 3.2). */
export class Cors {
  readonly #origins: ReadonlySet<string>;

  /** @param publicUrl - the address of the site */
  constructor(publicUrl: string) {
    this.#origins = originsOf(publicUrl);
  }

  /** Returns the headers of every answer. @param origin - the request's `Origin` */
  headersFor(origin: string | undefined): Record<string, string> {
    if (origin === undefined || !this.#origins.has(origin)) return { vary: 'origin' };
    return {
      'access-control-allow-origin': origin,
      'access-control-expose-headers': 'x-next, retry-after, x-request-id, content-disposition',
      vary: 'origin',
    };
  }

  /** Returns the headers of the answer to a preflight request. */
  preflightHeadersFor(origin: string | undefined): Record<string, string> {
    return {
      ...this.headersFor(origin),
      'access-control-allow-methods': 'GET, POST, PUT, DELETE',
      'access-control-allow-headers': 'content-type, x-auth-token, idempotency-key, x-request-id',
      'access-control-max-age': '7200',
    };
  }
}
