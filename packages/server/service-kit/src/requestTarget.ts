/** A request target in canonical form, which every parser reads alike. */
export interface RequestTarget {
  /** Starts with a slash. Has no dot segments, no empty segment except the last, and no needless escapes. */
  readonly path: string;
  /** Includes the question mark; may be empty. */
  readonly query: string;
}

/** RFC 3986, `path-absolute`: unreserved characters, sub-delimiters, `:`, `@`, and escapes in upper case. */
const pathForm = /^\/(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/]|%[0-9A-F]{2})*$/;
/** Visible ASCII without the number sign, at which a parser would end the query. */
const queryForm = /^(?:\?[!"$-~]*)?$/;
/** Escapes of unreserved characters, which are not escaped in canonical form (RFC 3986, section 6.2.2.2). */
const needlessEscape = /%(?:2[DE]|3\d|[46][1-9A-F]|[57][\dA]|5F|7E)/;
/** Characters that no decoded segment may contain. */
// oxlint-disable-next-line no-control-regex -- control characters are searched here
const forbidden = /[\u0000-\u001f\u007f-\u009f/\\]/;

const isCanonicalSegment = (segment: string): boolean => {
  if (segment === '.' || segment === '..') return false;
  if (!segment.includes('%')) return true;
  if (needlessEscape.test(segment)) return false;
  try {
    return !forbidden.test(decodeURIComponent(segment));
  } catch {
    // Escapes that are not UTF-8 have no canonical form.
    return false;
  }
};

/**
 * Reads the target of a request line. Parsers differ in dot segments, doubled slashes, backslashes and escapes (RFC 3986, section 6.2.2; WHATWG URL).
 * Ambiguous targets are refused, so that all parts read them alike.
 *
 * @param target - as received: path and query
 * @returns `undefined` for anything but a canonical path with an optional query
 */
export function readTarget(target: string | undefined): RequestTarget | undefined {
  if (target === undefined) return undefined;
  const queryAt = target.indexOf('?');
  const path = queryAt === -1 ? target : target.slice(0, queryAt);
  const query = queryAt === -1 ? '' : target.slice(queryAt);
  if (!pathForm.test(path) || !queryForm.test(query) || path.includes('//')) return undefined;
  return path.slice(1).split('/').every(isCanonicalSegment) ? { path, query } : undefined;
}
