import * as z from 'zod/mini';
import { maybeYield } from './maybeYield.ts';

/** Shorter lists are processed in one piece. */
const longList = 100;
/** Longer texts are processed as pieces of their own. */
const longText = 50_000;
/** The maximum depth at which a value is searched for long lists. */
const deepest = 3;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns whether a value contains a long list or text. */
const isLarge = (value: unknown, depth = 0): boolean => {
  if (typeof value === 'string') return value.length > longText;
  if (Array.isArray(value)) return value.length >= longList || (depth < deepest && value.some((item) => isLarge(item, depth + 1)));
  return depth < deepest && isRecord(value) && Object.values(value).some((field) => isLarge(field, depth + 1));
};

interface Definition {
  type: string;
  innerType?: z.core.$ZodType;
  element?: z.core.$ZodType;
  shape?: Readonly<Record<string, z.core.$ZodType>>;
  catchall?: z.core.$ZodType;
  checks?: readonly unknown[];
}
const definitionOf = (schema: z.core.$ZodType): Definition => schema._zod.def as unknown as Definition;

/** Returns the inner schema of an optional, nullable or default one. */
const withoutWrappers = (schema: z.core.$ZodType): z.core.$ZodType => {
  const { type, innerType } = definitionOf(schema);
  return innerType && (type === 'optional' || type === 'nullable' || type === 'default') ? withoutWrappers(innerType) : schema;
};

/** Adds the path of a part to its parsing errors. */
const at = <T>(key: PropertyKey, work: () => Promise<T>): Promise<T> =>
  work().catch((error: unknown) => {
    if (!(error instanceof z.core.$ZodError)) throw error;
    throw new z.core.$ZodRealError(error.issues.map((issue) => ({ ...issue, path: [key, ...issue.path] })));
  });

/**
 * Parses a value like `z.parse`, and yields between the items of long lists.
 *
 * @throws z.core.$ZodError
 */
export const parseInPieces = async <S extends z.core.$ZodType>(schema: S, value: unknown): Promise<z.output<S>> => {
  if (!isLarge(value)) return z.parse(schema, value);
  const { element, shape, catchall, checks = [] } = definitionOf(withoutWrappers(schema));
  await maybeYield();
  if (element && Array.isArray(value) && checks.length === 0) {
    const items: unknown[] = [];
    for (const [index, item] of value.entries()) {
      await maybeYield();
      items.push(isLarge(item) ? await at(index, () => parseInPieces(element, item)) : parseItem(element, item, index));
    }
    return items as z.output<S>;
  }
  if (shape && !catchall && isRecord(value) && checks.length === 0) {
    const fields: Record<string, unknown> = {};
    for (const [name, field] of Object.entries(shape)) {
      const parsed = await at(name, () => parseInPieces(field, value[name]));
      if (parsed !== undefined || name in value) fields[name] = parsed;
    }
    return fields as z.output<S>;
  }
  return z.parse(schema, value);
};

const parseItem = (element: z.core.$ZodType, item: unknown, index: number): unknown => {
  const result = z.safeParse(element, item);
  if (result.success) return result.data;
  throw new z.core.$ZodRealError(result.error.issues.map((issue) => ({ ...issue, path: [index, ...issue.path] })));
};

/** The options of `JSON.stringify`. */
interface JsonOptions {
  replacer?: (key: string, value: unknown) => unknown;
  /** The number of spaces per level. Defaults to 0. */
  indent?: number;
}

/**
 * Serialises plain values like `JSON.stringify`, and yields between the items of long lists and between long texts.
 *
 * @returns `undefined` for `undefined`
 */
export const stringifyInPieces = async <T>(value: T, options: JsonOptions = {}): Promise<T extends undefined ? undefined : string> =>
  (await stringify(value, options, '\n')) as T extends undefined ? undefined : string;

/** @param line - the start of each line at this level */
const stringify = async (value: unknown, options: JsonOptions, line: string): Promise<string | undefined> => {
  const { replacer, indent = 0 } = options;
  if (isLarge(value) && typeof value === 'object') return joinPieces(value, options, line);
  const text = JSON.stringify(value, replacer, indent) as string | undefined;
  return indent > 0 ? text?.replaceAll('\n', line) : text;
};

const joinPieces = async (value: unknown, options: JsonOptions, line: string): Promise<string> => {
  const { indent = 0 } = options;
  const inner = `${line}${' '.repeat(indent)}`;
  const pieces: string[] = [];
  if (Array.isArray(value))
    for (const item of value) {
      await maybeYield();
      pieces.push((await stringify(item, options, inner)) ?? 'null');
    }
  else if (isRecord(value))
    for (const [name, field] of Object.entries(value)) {
      await maybeYield();
      const text = await stringify(field, options, inner);
      if (text !== undefined) pieces.push(`${JSON.stringify(name)}:${indent > 0 ? ' ' : ''}${text}`);
    }
  await maybeYield();
  const [begin, end] = Array.isArray(value) ? '[]' : '{}';
  return indent > 0 ? `${begin}${inner}${pieces.join(`,${inner}`)}${line}${end}` : `${begin}${pieces.join(',')}${end}`;
};
