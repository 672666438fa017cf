import { isRecord } from '../isRecord.ts';

/** A JSON schema as `zod` writes it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** `sends`: the consumer sends the value. `reads`: the consumer reads the value, and drops unknown properties. */
export type Direction = 'sends' | 'reads';

const isSchema = (value: unknown): value is JsonSchema => isRecord(value) && !Array.isArray(value);
const schemaAt = (value: unknown): JsonSchema => (isSchema(value) ? value : {});
const schemasIn = (value: unknown): JsonSchema[] | undefined => (Array.isArray(value) ? value.map(schemaAt) : undefined);
const namesIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Annotations: keywords that do not restrict the values. */
const remarks = new Set(['$schema', '$id', 'id', 'title', 'description', 'examples', 'default', 'deprecated', 'readOnly', 'writeOnly']);

/** A schema without annotations, with sorted names. A property may have the name of an annotation, such as `title`. */
const canonical = (value: unknown, areNames = false): unknown => {
  if (Array.isArray(value)) return value.map((each) => canonical(each));
  if (!isSchema(value)) return value;
  const entries = Object.entries(value).filter(([name]) => areNames || !remarks.has(name));
  const sorted = entries.sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, each]) => [name, canonical(each, !areNames && name === 'properties')]));
};
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(canonical(one)) === JSON.stringify(canonical(other));

const typeOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value;
};

/** The values that a schema lists; `undefined` when it does not list them. */
const listed = (schema: JsonSchema): unknown[] | undefined =>
  'const' in schema ? [schema['const']] : Array.isArray(schema['enum']) ? schema['enum'] : undefined;

const typesOf = (schema: JsonSchema): string[] | undefined => {
  const type = schema['type'];
  if (type !== undefined) return Array.isArray(type) ? type.map(String) : [String(type)];
  const values = listed(schema);
  return values && [...new Set(values.map(typeOf))];
};

/** One alternative of a schema, together with the keywords beside the alternatives. */
const joined = (schema: JsonSchema, alternative: JsonSchema): JsonSchema => {
  const { anyOf: _anyOf, oneOf: _oneOf, ...rest } = schema;
  const properties = { ...schemaAt(rest['properties']) };
  for (const [name, each] of Object.entries(schemaAt(alternative['properties'])))
    properties[name] = { ...schemaAt(properties[name]), ...schemaAt(each) };
  const required = [...new Set([...namesIn(rest['required']), ...namesIn(alternative['required'])])];
  return {
    ...rest,
    ...alternative,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
  };
};

const atLeast = ['minLength', 'minimum', 'exclusiveMinimum', 'minItems', 'minProperties'];
const atMost = ['maxLength', 'maximum', 'exclusiveMaximum', 'maxItems', 'maxProperties'];
const understood = new Set([
  ...[...remarks, ...atLeast, ...atMost],
  ...['type', 'const', 'enum', 'anyOf', 'oneOf', 'allOf', 'properties', 'required', 'additionalProperties', 'propertyNames', 'items'],
]);

/** Two schemas that are compared, and where they are. */
interface Comparison {
  /** The schema of the values that are sent. */
  given: JsonSchema;
  /** The schema of the values that are accepted. */
  wanted: JsonSchema;
  direction: Direction;
  /** The path of the value, for the sentences. */
  place: string;
}

const inner = (comparison: Comparison, given: unknown, wanted: unknown, place = comparison.place): string[] =>
  schemaProblems(schemaAt(given), schemaAt(wanted), comparison.direction, place);

/** The problems of schemas with `anyOf`, `oneOf` or `allOf`; `undefined` for other schemas. */
const combinationProblems = (comparison: Comparison): string[] | undefined => {
  const { given, wanted } = comparison;
  const givenAlternatives = schemasIn(given['anyOf']) ?? schemasIn(given['oneOf']);
  if (givenAlternatives) return [...new Set(givenAlternatives.flatMap((each) => inner(comparison, joined(given, each), wanted)))];
  const wantedAlternatives = schemasIn(wanted['anyOf']) ?? schemasIn(wanted['oneOf']);
  if (wantedAlternatives) {
    const tries = wantedAlternatives.map((each) => inner(comparison, given, joined(wanted, each)));
    return tries.some((problems) => problems.length === 0) ? [] : (tries.sort((one, other) => one.length - other.length)[0] ?? []);
  }
  const wantedParts = schemasIn(wanted['allOf']);
  if (!wantedParts) return undefined;
  const { allOf: _, ...rest } = wanted;
  return [rest, ...wantedParts].flatMap((each) => inner(comparison, given, each));
};

const typeProblem = ({ given, wanted, place }: Comparison): string | undefined => {
  const wantedTypes = typesOf(wanted);
  if (!wantedTypes) return undefined;
  const givenTypes = typesOf(given);
  if (!givenTypes) return `${place} may be anything, ${wantedTypes.join(' or ')} is taken`;
  const isTaken = (type: string) => wantedTypes.includes(type) || (type === 'integer' && wantedTypes.includes('number'));
  const other = givenTypes.filter((type) => !isTaken(type));
  return other.length > 0 ? `${place} may be ${other.join(' or ')}, ${wantedTypes.join(' or ')} is taken` : undefined;
};

/** The problems of schemas with `const` or `enum`; `undefined` when bounds have to be compared. */
const valueProblems = ({ given, wanted, place }: Comparison): string[] | undefined => {
  const givenValues = listed(given);
  const wantedValues = listed(wanted);
  if (wantedValues) {
    const isTaken = (value: unknown) => wantedValues.some((each) => isSame(each, value));
    if (!givenValues) return [`${place} may be more than ${JSON.stringify(wantedValues)}`];
    const other = givenValues.filter((value) => !isTaken(value));
    return other.length > 0 ? [`${place} may be ${other.map((value) => JSON.stringify(value)).join(', ')}, which is not taken`] : [];
  }
  // The listed values are texts, so the pattern is tested on each.
  if (givenValues?.every((value) => typeof value === 'string') && typeof wanted['pattern'] === 'string') {
    const pattern = new RegExp(wanted['pattern']);
    return givenValues.every((value) => pattern.test(value)) ? [] : [`${place} does not fit ${wanted['pattern']}`];
  }
  return undefined;
};

const boundProblems = ({ given, wanted, place }: Comparison): string[] => {
  const isBroken = (name: string, isKept: (own: number, bound: number) => boolean): boolean => {
    const [own, bound] = [given[name], wanted[name]];
    return typeof bound === 'number' && !(typeof own === 'number' && isKept(own, bound));
  };
  // Lengths and counts are never below 0, so that a lower bound of 0 says nothing.
  const isEmpty = (name: string): boolean => /^min[LIP]/.test(name) && Number(wanted[name]) <= 0;
  return [
    ...atLeast.filter((name) => !isEmpty(name) && isBroken(name, (own, bound) => own >= bound)),
    ...atMost.filter((name) => isBroken(name, (own, bound) => own <= bound)),
  ].map((name) => `${place}: ${name} is ${String(given[name] ?? 'open')}, ${String(wanted[name])} is wanted`);
};

/** Keywords that this file does not handle must be equal in both schemas. */
const otherProblems = ({ given, wanted, place }: Comparison): string[] =>
  Object.keys(wanted)
    .filter((name) => !understood.has(name) && !isSame(given[name], wanted[name]))
    .map((name) => `${place}: ${name} is not what is wanted`);

const itemProblems = (comparison: Comparison): string[] => {
  const { given, wanted, place } = comparison;
  if (!isSchema(wanted['items']) || !typesOf(given)?.includes('array')) return [];
  return inner(comparison, given['items'], wanted['items'], place === 'it' ? 'each' : `each of ${place}`);
};

const propertyProblems = (comparison: Comparison): string[] => {
  const { given, wanted, direction, place } = comparison;
  const wantedProperties = schemaAt(wanted['properties']);
  const givenProperties = schemaAt(given['properties']);
  const givenRequired = new Set(namesIn(given['required']));
  const wantedRequired = namesIn(wanted['required']);
  const at = (name: string) => (place === 'it' ? name : `${place}.${name}`);
  const absence = (name: string): string[] => {
    if (!wantedRequired.includes(name) || givenRequired.has(name)) return [];
    return [`${at(name)} ${name in givenProperties ? 'may be' : 'is'} missing`];
  };
  const described = Object.entries(wantedProperties).flatMap(([name, schema]) => [
    ...(name in givenProperties ? absence(name) : wantedRequired.includes(name) ? [`${at(name)} is missing`] : []),
    ...(name in givenProperties ? inner(comparison, givenProperties[name], schema, at(name)) : []),
  ]);
  const undescribed = wantedRequired.filter((name) => !(name in wantedProperties)).flatMap(absence);
  // A provider drops unknown properties silently.
  const dropped =
    direction === 'sends' && !isSchema(wanted['additionalProperties']) && 'properties' in wanted
      ? Object.keys(givenProperties).filter((name) => !(name in wantedProperties))
      : [];
  const additional =
    isSchema(wanted['additionalProperties']) && isSchema(given['additionalProperties'])
      ? inner(comparison, given['additionalProperties'], wanted['additionalProperties'], at('*'))
      : [];
  return [...described, ...undescribed, ...dropped.map((name) => `${at(name)} is not taken`), ...additional];
};

/**
 * The reasons why a valid value of one schema may be invalid in another, as sentences; empty when the schemas are compatible. Unknown
 * keywords must be equal in both, so some compatible schemas are reported.
 *
 * @param given The schema of the values that are sent.
 * @param wanted The schema of the values that are accepted.
 */
export const schemaProblems = (given: JsonSchema, wanted: JsonSchema, direction: Direction, place = 'it'): string[] => {
  if (isSame(given, wanted)) return [];
  const comparison: Comparison = { given, wanted, direction, place };
  const combined = combinationProblems(comparison);
  if (combined) return combined;
  const type = typeProblem(comparison);
  if (type !== undefined) return [type];
  return (
    valueProblems(comparison) ?? [
      ...boundProblems(comparison),
      ...otherProblems(comparison),
      ...itemProblems(comparison),
      ...propertyProblems(comparison),
    ]
  );
};
