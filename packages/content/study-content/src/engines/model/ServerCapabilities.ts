import { statusOf, textOf } from './ModelServerError.ts';

/** Features that a server may lack. `usage` is the token count of a stream; the last two are alternative names for the token limit. */
const capabilities = ['usage', 'stream', 'format', 'temperature', 'max_completion_tokens', 'max_tokens'] as const;
type Capability = (typeof capabilities)[number];

/** The capabilities that an error reports as missing; empty for any other error. */
export function namedAsMissing(error: unknown): Capability[] {
  const status = statusOf(error) ?? 0;
  if (status < 400 || [401, 403, 404, 429].includes(status)) return [];
  const text = textOf(error);
  const named: Readonly<Record<Capability, RegExp>> = {
    usage: /stream_options|include_usage/i,
    stream: /\bstream(ing)?\b.{0,40}\b(not|un)\s?(support|allow|avail|implement)/i,
    format: /response_format|json_schema|json_object|structured|schema|grammar|guided/i,
    temperature: /temperature/i,
    max_completion_tokens: /max_completion_tokens(?!['"]? instead)/i,
    max_tokens: /max_tokens(?!['"]? instead)/i,
  };
  return capabilities.filter((capability) => named[capability].test(text));
}

/** Response formats, from strictest to none. */
const formats = ['json_schema', 'json_object', 'text'] as const;

/** The known capabilities of a server. Can be cloned between threads. */
export interface KnownOfServer {
  lacking: Partial<Record<Exclude<Capability, 'format'>, true>>;
  /** The strictest format that it accepts. */
  format: (typeof formats)[number];
  /** The actual context, if smaller than configured. */
  contextTokens?: number;
}

/** Tracks the capabilities of a model server. All are assumed until an error shows otherwise. */
export class ServerCapabilities {
  readonly known: KnownOfServer;

  constructor(known: KnownOfServer = { lacking: {}, format: 'json_schema' }) {
    this.known = { ...known, lacking: { ...known.lacking } };
  }

  has(capability: Exclude<Capability, 'format'>): boolean {
    return this.known.lacking[capability] !== true;
  }

  /** Records a missing capability. @returns false if it was known to be missing, so that a retry would change nothing */
  lacks(capability: Capability): boolean {
    if (capability !== 'format') {
      const isNew = this.has(capability);
      this.known.lacking[capability] = true;
      return isNew;
    }
    const next = formats[formats.indexOf(this.known.format) + 1];
    if (next === undefined) return false;
    this.known.format = next;
    return true;
  }
}
