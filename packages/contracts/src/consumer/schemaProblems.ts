/** A JSON schema as `zod` writes it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** `sends`: a consumer's value goes to a provider. `reads`: a provider's value goes to a consumer, which drops what it does not know. */
export type Direction = 'sends' | 'reads';

const isRecord = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null && !Array.isArray(value);
const schemaAt = (value: unknown): JsonSchema => (isRecord(value) ? value : {});
const schemasIn = (value: unknown): JsonSchema[] | undefined => (Array.isArray(value) ? value.map(schemaAt) : undefined);
const namesIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Says nothing about which values there are. */
const remarks = new Set(['$schema', '$id', 'id', 'title', 'description', 'examples', 'default', 'deprecated', 'readOnly', 'writeOnly']);

/** Without remarks, names in order. Names of properties are names, whatever they read: `title` may be one. */
const canonical = (value: unknown, areNames = false): unknown => {
  if (Array.isArray(value)) return value.map((each) => canonical(each));
  if (!isRecord(value)) return value;
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

/** Every value that a schema lists, when it lists them. */
const listed = (schema: JsonSchema): unknown[] | undefined =>
  'const' in schema ? [schema['const']] : Array.isArray(schema['enum']) ? schema['enum'] : undefined;

const typesOf = (schema: JsonSchema): string[] | undefined => {
  const type = schema['type'];
  if (type !== undefined) return Array.isArray(type) ? type.map(String) : [String(type)];
  const values = listed(schema);
  return values && [...new Set(values.map(typeOf))];
};

/** One alternative of a schema together with what stands beside the alternatives. */
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

/**
 * Why a value of one schema may not be one of another, as sentences; empty when every value is. Errs on the side of a problem: what it
 * does not understand has to be the same on both sides.
 *
 * @param given - what values may come
 * @param wanted - what is taken
 */
export const schemaProblems = (given: JsonSchema, wanted: JsonSchema, direction: Direction, place = 'it'): string[] => {
  if (isSame(given, wanted)) return [];
  const inner = (one: JsonSchema, other: JsonSchema, at = place) => schemaProblems(one, other, direction, at);

  const givenAlternatives = schemasIn(given['anyOf']) ?? schemasIn(given['oneOf']);
  if (givenAlternatives) return [...new Set(givenAlternatives.flatMap((each) => inner(joined(given, each), wanted)))];
  const wantedAlternatives = schemasIn(wanted['anyOf']) ?? schemasIn(wanted['oneOf']);
  if (wantedAlternatives) {
    const tries = wantedAlternatives.map((each) => inner(given, joined(wanted, each)));
    return tries.some((problems) => problems.length === 0) ? [] : (tries.sort((one, other) => one.length - other.length)[0] ?? []);
  }
  const wantedParts = schemasIn(wanted['allOf']);
  if (wantedParts) {
    const { allOf: _, ...rest } = wanted;
    return [rest, ...wantedParts].flatMap((each) => inner(given, each));
  }

  const problems: string[] = [];
  const wantedTypes = typesOf(wanted);
  const givenTypes = typesOf(given);
  if (wantedTypes) {
    const isTaken = (type: string) => wantedTypes.includes(type) || (type === 'integer' && wantedTypes.includes('number'));
    if (!givenTypes) return [`${place} may be anything, ${wantedTypes.join(' or ')} is taken`];
    const other = givenTypes.filter((type) => !isTaken(type));
    if (other.length > 0) return [`${place} may be ${other.join(' or ')}, ${wantedTypes.join(' or ')} is taken`];
  }
  const givenValues = listed(given);
  const wantedValues = listed(wanted);
  if (wantedValues) {
    const isTaken = (value: unknown) => wantedValues.some((each) => isSame(each, value));
    if (!givenValues) return [`${place} may be more than ${JSON.stringify(wantedValues)}`];
    const other = givenValues.filter((value) => !isTaken(value));
    return other.length > 0 ? [`${place} may be ${other.map((value) => JSON.stringify(value)).join(', ')}, which is not taken`] : [];
  }
  // Listed values of the right type: bounds and patterns hold for them or not.
  if (givenValues?.every((value) => typeof value === 'string') && typeof wanted['pattern'] === 'string') {
    const pattern = new RegExp(wanted['pattern']);
    return givenValues.every((value) => pattern.test(value)) ? problems : [`${place} does not fit ${wanted['pattern']}`];
  }

  for (const name of atLeast) {
    const least = wanted[name];
    const own = given[name];
    if (
      typeof least === 'number' &&
      least > (name.startsWith('minL') || name.startsWith('minI') || name.startsWith('minP') ? 0 : -Infinity)
    )
      if (!(typeof own === 'number' && own >= least))
        problems.push(`${place}: ${name} is ${String(own ?? 'open')}, ${String(least)} is wanted`);
  }
  for (const name of atMost) {
    const most = wanted[name];
    const own = given[name];
    if (typeof most === 'number' && !(typeof own === 'number' && own <= most))
      problems.push(`${place}: ${name} is ${String(own ?? 'open')}, ${String(most)} is wanted`);
  }
  for (const name of Object.keys(wanted))
    if (!understood.has(name) && !isSame(given[name], wanted[name])) problems.push(`${place}: ${name} is not what is wanted`);

  if (isRecord(wanted['items']) && givenTypes?.includes('array'))
    problems.push(...inner(schemaAt(given['items']), wanted['items'], place === 'it' ? 'each' : `each of ${place}`));

  const wantedProperties = schemaAt(wanted['properties']);
  const givenProperties = schemaAt(given['properties']);
  const at = (name: string) => (place === 'it' ? name : `${place}.${name}`);
  const givenRequired = new Set(namesIn(given['required']));
  for (const [name, schema] of Object.entries(wantedProperties)) {
    const isRequired = namesIn(wanted['required']).includes(name);
    if (!(name in givenProperties)) {
      if (isRequired) problems.push(`${at(name)} is missing`);
    } else {
      if (isRequired && !givenRequired.has(name)) problems.push(`${at(name)} may be missing`);
      problems.push(...inner(schemaAt(givenProperties[name]), schemaAt(schema), at(name)));
    }
  }
  for (const name of namesIn(wanted['required']))
    if (!(name in wantedProperties) && !givenRequired.has(name))
      problems.push(`${at(name)} ${name in givenProperties ? 'may be' : 'is'} missing`);
  // What a provider has ceased to know would be dropped in silence.
  if (direction === 'sends' && !isRecord(wanted['additionalProperties']))
    for (const name of Object.keys(givenProperties))
      if (!(name in wantedProperties) && 'properties' in wanted) problems.push(`${at(name)} is not taken`);
  if (isRecord(wanted['additionalProperties']) && isRecord(given['additionalProperties']))
    problems.push(...inner(given['additionalProperties'], wanted['additionalProperties'], at('*')));
  return problems;
};
