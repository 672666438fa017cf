import * as z from 'zod/mini';
import type { DescribedCall } from './call.ts';
import { sizes } from './primitives.ts';

/** The limits of a request's body. */
export interface BodyLimits {
  bytes: number;
  /** Whether the body contains a file, whose size limit is part of the contract. */
  isUpload?: boolean;
  /** The maximum number of names, values, lists and objects in a JSON body; `undefined` for other bodies. */
  values?: number;
  /** The maximum nesting depth of a JSON body; `undefined` for other bodies. */
  depth?: number;
}

/** A body may be this many times as large as the largest value of its schema, because the same JSON can be written in longer ways. */
const tolerance = 4;
const leastBytes = 16_384;
const leastValues = 1_000;
const deepest = 64;
/** The most characters that `JSON.stringify` writes for a number: digits, sign, point and exponent. */
const longestNumber = 25;
/** The overhead of multipart, in bytes. */
const multipartFrame = 65_536;

type JsonSchema = Record<string, unknown>;
interface Size {
  characters: number;
  values: number;
}

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null;

const largest = (these: readonly Size[]): Size => ({
  characters: Math.max(0, ...these.map(({ characters }) => characters)),
  values: Math.max(0, ...these.map(({ values }) => values)),
});

/** Returns the size of the largest value of a schema. @throws Error for an unbounded text, list or object */
const sizeOf = (schema: JsonSchema, path: string): Size => {
  // The alternatives of an object only state which properties are required.
  const alternatives = schema['type'] === 'object' ? undefined : (schema['anyOf'] ?? schema['oneOf']);
  if (Array.isArray(alternatives)) return largest(alternatives.filter(isSchema).map((each) => sizeOf(each, path)));
  const fixed = 'const' in schema ? [schema['const']] : schema['enum'];
  if (Array.isArray(fixed)) return { characters: Math.max(...fixed.map((each) => JSON.stringify(each).length)), values: 1 };
  switch (schema['type']) {
    case 'object': {
      let size: Size = { characters: 2, values: 1 };
      for (const [name, property] of Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>)) {
        const held = sizeOf(property, `${path}.${name}`);
        size = { characters: size.characters + name.length + 4 + held.characters, values: size.values + 1 + held.values };
      }
      return size;
    }
    case 'array': {
      const { maxItems, items } = schema;
      if (typeof maxItems !== 'number' || !isSchema(items)) throw new Error(`${path}: a list without a bound.`);
      const held = sizeOf(items, `${path}[]`);
      return { characters: 2 + maxItems * (held.characters + 1), values: 1 + maxItems * held.values };
    }
    case 'string': {
      const longest = schema['maxLength'] ?? schema['x-max-characters'];
      if (typeof longest !== 'number') throw new Error(`${path}: a text without a bound.`);
      return { characters: longest + 2, values: 1 };
    }
    case 'number':
    case 'integer':
      return { characters: longestNumber, values: 1 };
    case 'boolean':
    case 'null':
      return { characters: 5, values: 1 };
    default:
      throw new Error(`${path}: a value of any kind.`);
  }
};

const sizeOfBody = ({ id, body }: DescribedCall): Size =>
  body ? sizeOf(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as JsonSchema, id) : { characters: 0, values: 0 };

/**
 * Returns the limits of a call's body, derived from its schema: four times the largest value, and at least 16 kB. The limit of a form is the
 * size of its file and texts.
 *
 * @throws Error if the schema has an unbounded text or list
 * @example
 * bodyLimitsOf(calls.createFolder).bytes; // at least 16 kB
 */
export const bodyLimitsOf = (call: DescribedCall): BodyLimits => {
  if (call.encoding === 'raw') return { bytes: sizes.webhookBytes };
  if (call.encoding === 'multipart') return { bytes: largestUpload, isUpload: true };
  const { characters, values } = sizeOfBody(call);
  return { bytes: Math.max(leastBytes, tolerance * characters), values: Math.max(leastValues, tolerance * values), depth: deepest };
};

/** The largest file and text together, with the multipart overhead, in bytes. */
export const largestUpload = sizes.fileBytes + sizes.pastedText * 4 + multipartFrame;

/** The limits of a JSON body of a call that this gateway does not know yet. The call's service applies the limits of its schema. */
export const limitsOfUnknownJson: BodyLimits = { bytes: sizes.jsonBytes, values: 200_000, depth: deepest };
