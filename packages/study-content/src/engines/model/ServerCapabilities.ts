import type { Capability } from './ModelServerError.ts';

/** The forms of answer that servers know, from the strictest to none. */
const formats = ['json_schema', 'json_object', 'text'] as const;

/** What the model's server can do, as its errors have shown. Everything is assumed at first. */
export class ServerCapabilities {
  private formatIndex = 0;
  private streams = true;
  private tellsUsage = true;

  get format(): (typeof formats)[number] {
    return formats[this.formatIndex] ?? 'text';
  }

  get canStream(): boolean {
    return this.streams;
  }

  /** Whether the server counts the tokens of a streamed answer. */
  get canTellUsage(): boolean {
    return this.tellsUsage;
  }

  /** Notes a missing capability. @returns False where it was known to be missing, so that asking again would change nothing. */
  lacks(capability: Capability): boolean {
    if (capability === 'usage') return this.tellsUsage && !(this.tellsUsage = false);
    if (capability === 'stream') return this.streams && !(this.streams = false);
    if (this.formatIndex === formats.length - 1) return false;
    this.formatIndex += 1;
    return true;
  }
}
