import type { Capability } from './ModelServerError.ts';

/** The forms of answer that servers know, from the strictest to none. */
const formats = ['json_schema', 'json_object', 'text'] as const;

/** What has shown about a server. Can be cloned between threads. */
export interface KnownOfServer {
  lacking: Partial<Record<Exclude<Capability, 'format'>, true>>;
  /** The form of answer that it takes. */
  format: (typeof formats)[number];
  /** The context that it really has, where it is less than the settings say. */
  contextTokens?: number;
}

/** What a model's server can do, as its errors have shown. Everything is assumed at first. */
export class ServerCapabilities {
  readonly known: KnownOfServer;

  constructor(known: KnownOfServer = { lacking: {}, format: 'json_schema' }) {
    this.known = { ...known, lacking: { ...known.lacking } };
  }

  has(capability: Exclude<Capability, 'format'>): boolean {
    return this.known.lacking[capability] !== true;
  }

  /** Notes a missing capability. @returns False where it was known to be missing, so that asking again would change nothing. */
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
