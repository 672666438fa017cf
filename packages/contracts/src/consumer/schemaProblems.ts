import { isRecord } from '../isRecord.ts';

/** A JSON schema in the form that `zod` writes. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** `sends`: the consumer sends the value. `reads`: the consumer reads the value and ignores unknown properties. */
export type Direction = 'sends' | 'reads';

const isSchema = (value: unknown): value is JsonSchema => isRecord(value) && !Array.isArray(value);
const schemaAt = (value: unknown): JsonSchema => (isSchema(value) ? value : {});
const schemasIn = (value: unknown): JsonSchema[] | undefined => (Array.isArray(value) ? value.map(schemaAt) : undefined);
const namesIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Annotation keywords, which do not restrict values. */
const remarks = new Set(['$schema', '$id', 'id', 'title', 'description', 'examples', 'default', 'deprecated', 'readOnly', 'writeOnly']);

/** Removes annotations from a schema and sorts its names. Properties may be named like an annotation, such as `title`. */
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

/** Returns the values that a schema lists; `undefined` if it lists none. */
const listed = (schema: JsonSchema): unknown[] | undefined =>
  'const' in schema ? [schema['const']] : Array.isArray(schema['enum']) ? schema['enum'] : undefined;

const typesOf = (schema: JsonSchema): string[] | undefined => {
  const type = schema['type'];
  if (type !== undefined) return Array.isArray(type) ? type.map(String) : [String(type)];
  const values = listed(schema);
  return values && [...new Set(values.map(typeOf))];
};

/** Merges one alternative of a schema with the keywords next to the alternatives. */
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

/** Two compared schemas and their location. */
interface Comparison {
  /** The schema of the sent values. */
  given: JsonSchema;
  /** The schema of the accepted values. */
  wanted: JsonSchema;
  direction: Direction;
  /** The path of the value, for messages. */
  place: string;
}

const inner = (comparison: Comparison, given: unknown, wanted: unknown, place = comparison.place): string[] =>
  schemaProblems(schemaAt(given), schemaAt(wanted), comparison.direction, place);

/** Returns the problems of schemas with `anyOf`, `oneOf` or `allOf`; `undefined` for other schemas. */
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

/** Returns the problems of schemas with `const` or `enum`; `undefined` if bounds have to be compared. */
const valueProblems = ({ given, wanted, place }: Comparison): string[] | undefined => {
  const givenValues = listed(given);
  const wantedValues = listed(wanted);
  if (wantedValues) {
    const isTaken = (value: unknown) => wantedValues.some((each) => isSame(each, value));
    if (!givenValues) return [`${place} may be more than ${JSON.stringify(wantedValues)}`];
    const other = givenValues.filter((value) => !isTaken(value));
    return other.length > 0 ? [`${place} may be ${other.map((value) => JSON.stringify(value)).join(', ')}, which is not taken`] : [];
  }
  // The sent values are known texts, so each is tested against the pattern.
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
  // Lengths and counts are never negative, so a lower bound of 0 has no effect.
  const isEmpty = (name: string): boolean => /^min[LIP]/.test(name) && Number(wanted[name]) <= 0;
  return [
    ...atLeast.filter((name) => !isEmpty(name) && isBroken(name, (own, bound) => own >= bound)),
    ...atMost.filter((name) => isBroken(name, (own, bound) => own <= bound)),
  ].map((name) => `${place}: ${name} is ${String(given[name] ?? 'open')}, ${String(wanted[name])} is wanted`);
};

/** Keywords that are not handled here must be equal in both schemas. */
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
  // Providers drop unknown properties silently.
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
 * Explains why a valid value of one schema may be invalid in another. Returns one sentence per reason, none if the schemas are compatible.
 * Unknown keywords must be equal in both, so some compatible schemas are reported.
 *
 * @param given The schema of the sent values.
 * @param wanted The schema of the accepted values.
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
