import type { Capability } from './ModelServerError.ts';

/** Response formats, from strictest to none. */
const formats = ['json_schema', 'json_object', 'text'] as const;

/** What is known about a server. Can be cloned between threads. */
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
