import * as z from 'zod/mini';

type JsonSchema = Record<string, unknown>;

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null;

/** A letter that takes two bytes, both in UTF-8 and in memory. */
const letter = 'Ж';

/**
 * Creates the largest value that a schema allows: every field, and the longest texts and lists.
 * @param known - Values by field name, for ids and other texts with a format. `undefined` omits the field.
 * @throws Error for a text with a format that `known` does not cover
 */
export const largestInput = (schema: z.core.$ZodType, known: Readonly<Record<string, unknown>>): unknown => {
  /** Makes the texts different, because some lists must not have duplicates. */
  let texts = 0;
  const make = (part: JsonSchema, name: string): unknown => {
    if (name in known) return known[name];
    const alternatives = part['type'] === 'object' ? undefined : (part['anyOf'] ?? part['oneOf']);
    if (Array.isArray(alternatives)) return make(alternatives.filter(isSchema)[0] ?? {}, name);
    if (Array.isArray(part['enum'])) return part['enum'].at(-1);
    switch (part['type']) {
      case 'object':
        return Object.fromEntries(
          Object.entries((part['properties'] ?? {}) as Record<string, JsonSchema>).flatMap(([field, property]) => {
            const value = make(property, field);
            return value === undefined ? [] : [[field, value]];
          }),
        );
      case 'array':
        return Array.from({ length: Number(part['maxItems']) }, () => make(part['items'] as JsonSchema, name));
      case 'string': {
        const longest = Number(part['maxLength'] ?? part['x-max-characters']);
        if (Number.isNaN(longest) || part['format'] !== undefined) throw new Error(`${name}: what is a value of ${JSON.stringify(part)}?`);
        texts += 1;
        return `${texts} `.padEnd(longest, letter);
      }
      case 'integer':
      case 'number':
        return part['maximum'];
      case 'boolean':
        return true;
      default:
        throw new Error(`${name}: what is a value of ${JSON.stringify(part)}?`);
    }
  };
  return make(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema, '');
};
