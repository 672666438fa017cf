import { sizes } from '@lectern/contracts';
import type { BodyLimits } from '@lectern/contracts/body-limits';
import { DomainError } from './DomainError.ts';

const sign = { quote: 0x22, comma: 0x2c, colon: 0x3a, open: 0x5b, backslash: 0x5c, close: 0x5d, openObject: 0x7b, closeObject: 0x7d };

/** Checks a body while it arrives. Returns the refusal as soon as a limit is exceeded: `too_large` or `invalid`. */
export type BodyScanner = (chunk: Uint8Array) => DomainError | undefined;

const sizeInWords = (bytes: number): string =>
  bytes >= 1_000_000 ? `${Math.floor(bytes / 1_000_000)} MB` : `${Math.floor(bytes / 1_000)} kB`;

/** Creates the refusal of a body that is too long. */
export const bodyTooLarge = ({ bytes, isUpload }: BodyLimits): DomainError =>
  new DomainError(
    'too_large',
    isUpload
      ? `The file is too large: at most ${sizes.fileBytes / 1_048_576} MB.`
      : `The request is too large: at most ${sizeInWords(bytes)}.`,
  );

/** Creates a scanner that counts the bytes of a body of any type. */
export function createByteScanner(limits: BodyLimits): BodyScanner {
  let length = 0;
  return (chunk) => {
    length += chunk.length;
    return length > limits.bytes ? bodyTooLarge(limits) : undefined;
  };
}

/**
 * Creates a scanner that counts bytes, nesting and values of JSON before it is parsed: a parser builds millions of empty lists from a few megabytes
 * and blocks the event loop. Values are counted by the characters that precede them. Invalid JSON is left to the parser.
 */
export function createJsonScanner(limits: BodyLimits): BodyScanner {
  const { values: valuesMax = Infinity, depth: depthMax = Infinity } = limits;
  const countBytes = createByteScanner(limits);
  let depth = 0;
  let values = 0;
  let isInText = false;
  let isEscaped = false;
  return (chunk) => {
    const refusal = countBytes(chunk);
    if (refusal) return refusal;
    // Most of a long body is text, where `indexOf` is much faster than a loop. Each position is searched once.
    const positions = { quote: -1, backslash: -1 };
    const next = (name: keyof typeof positions, from: number): number => {
      if (positions[name] < from) {
        const found = chunk.indexOf(sign[name], from);
        positions[name] = found === -1 ? chunk.length : found;
      }
      return positions[name];
    };
    for (let at = 0; at < chunk.length; at += 1) {
      if (isEscaped) isEscaped = false;
      else if (isInText) {
        at = Math.min(next('quote', at), next('backslash', at));
        if (chunk[at] === sign.backslash) isEscaped = true;
        else if (chunk[at] === sign.quote) isInText = false;
      } else {
        const byte = chunk[at];
        if (byte === sign.quote) isInText = true;
        else if (byte === sign.comma || byte === sign.colon) values += 1;
        else if (byte === sign.open || byte === sign.openObject) {
          values += 1;
          depth += 1;
          if (depth > depthMax) return new DomainError('invalid', `The body is nested too deep: at most ${depthMax} levels.`);
        } else if (byte === sign.close || byte === sign.closeObject) depth -= 1;
      }
    }
    return values > valuesMax ? new DomainError('invalid', 'The body has too many values.') : undefined;
  };
}
