/** The names of fields whose text is always replaced. */
const secretNames = /pass(?:word|phrase)?$|password|token|secret|authorization|cookie|e-?mail|credential|api-?key|signature/i;

/** Patterns of secrets within longer text, with their replacements. */
const secretForms: readonly (readonly [RegExp, string])[] = [
  // JSON web tokens: three parts, the first of which starts like every encoded JSON object.
  // Anchored at the start of a run that is followed by a second one, so that the search takes linear time.
  [/(?<![\w-])(?=[\w-]+\.[\w-]+\.)([\w-]*?)eyJ[\w-]{5,}\.[\w-]+\.[\w-]*/g, '$1[token]'],
  // Mailed links contain their token in the path, which may be encoded within another address.
  [/(verify-email|reset-password)(\/|%2f|\\\/|\\u002f)[^\s/?#"'&\\]+/gi, '$1$2[token]'],
  [/\b((?:sk|rk|pk)_(?:live|test)|whsec)_\w+/g, '[key]'],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]{8,}/gi, '$1 [token]'],
  // The name and password in an address such as mongodb://name:password@host.
  [/(\w:\/\/)[^\s/@]+@/g, '$1[redacted]@'],
  // Mail addresses, including non-Latin letters, a quoted name or an IP address. A domain ends in a word, unlike the version of a package
  // (`undici@8.12.4`). Matches only at the start of a run of such characters, so that the search takes linear time.
  [
    /(?<![^\s<>,;:()"@/[\]])('*)(?:[^\s<>,;:()"'@/[\]][^\s<>,;:()"@/[\]]*|(?:[^\s<>,;:()"'@/[\]][^\s<>,;:()"@/[\]]*)?"[^"\n]*")@(?:\[[^[\]\s]+\]|\d{1,3}(?:\.\d{1,3}){3}|(?:[\p{L}\p{M}\p{N}_-]+\.)+\p{L}[\p{L}\p{M}\p{N}-]*)/gu,
    '$1[address]',
  ],
];

const mayHoldSecret = /@|eyJ|bearer|basic|whsec_|_(?:live|test)_|verify-email[/%\\]|reset-password[/%\\]/i;

const redactText = (text: string): string => {
  // A cheap test first: almost no text contains a secret, and every request writes a line.
  if (!mayHoldSecret.test(text)) return text;
  let clean = text;
  for (const [form, replacement] of secretForms) clean = clean.replace(form, replacement);
  return clean;
};

const knownNames = new Map<string, boolean>();
/** Cached by name: there are few field names, and every line contains them. */
const isSecretName = (name: string): boolean => {
  let isSecret = knownNames.get(name);
  if (isSecret === undefined) {
    isSecret = secretNames.test(name);
    if (knownNames.size < 1_000) knownNames.set(name, isSecret);
  }
  return isSecret;
};

const deepest = 6;
const longestText = 10_000;

/**
 * Redacts a value for a log. Errors become their name, message and stack. Replaces text of a field with a secret's name, and text that looks like a
 * token, a key or a mail address. This is a safety net: secrets should not be logged in the first place.
 */
export function redact(value: unknown, name = '', depth = 0): unknown {
  if (typeof value === 'string') {
    if (isSecretName(name)) return '[redacted]';
    return redactText(value.length > longestText ? `${value.slice(0, longestText)} …` : value);
  }
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= deepest) return '[deep]';
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Error) {
    const code: unknown = 'code' in value ? value.code : undefined;
    return {
      name: value.name,
      message: redact(value.message),
      ...((typeof code === 'string' || typeof code === 'number') && { code }),
      stack: redact(value.stack),
      ...(value.cause !== undefined && { cause: redact(value.cause, '', depth + 1) }),
    };
  }
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (Array.isArray(value)) return value.slice(0, 100).map((item) => redact(item, name, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, redact(each, key, depth + 1)]));
}
