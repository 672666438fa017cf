import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import type { ValidateFunction } from 'ajv';

type Json = Record<string, unknown>;

interface Description {
  paths: Record<string, Record<string, { responses: Record<string, { content: Record<string, { schema: Json }> }> }>>;
  components: { schemas: Record<string, Json & { properties?: Record<string, Json> }> };
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Converts a schema of Stripe's OpenAPI 3.0 description to JSON Schema. An expandable field may be an id or an object; the object is
 * validated separately, so that a schema does not include the whole description.
 */
const translate = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(translate);
  if (!isObject(schema)) return schema;
  const nullable = schema['nullable'] === true;
  if (schema['x-expansionResources']) return { type: nullable ? ['string', 'object', 'null'] : ['string', 'object'] };
  const translated = Object.fromEntries(
    Object.entries(schema)
      .filter(([name]) => !/^(x-.*|nullable|description|title|deprecated)$/.test(name))
      // Field names are not keywords: `description` can be either.
      .map(([name, value]) => [
        name,
        name === 'properties' && isObject(value)
          ? Object.fromEntries(Object.entries(value).map(([field, each]) => [field, translate(each)]))
          : name === 'enum'
            ? value
            : translate(value),
      ]),
  );
  return nullable ? { anyOf: [translated, { type: 'null' }] } : translated;
};

export interface StripeDescription {
  /** Returns the violations in a response, as sentences; empty if it is valid. @throws Error for an address that is not described */
  problemsOfAnswer(method: string, path: string, status: number, body: unknown): string[];
  /** Returns the violations in an event: in its structure, its type and its object. */
  problemsOfEvent(event: unknown): string[];
}

/** Reads Stripe's OpenAPI description, to validate the stand-in's responses. */
export function stripeDescription(openApiFile: string): StripeDescription {
  const description = JSON.parse(readFileSync(openApiFile, 'utf8')) as Description;
  const { schemas } = description.components;
  const ajv = new Ajv({ strict: false, allErrors: true });
  ajv.addFormat('unix-time', { type: 'number', validate: (seconds: number) => Number.isInteger(seconds) && seconds > 0 && seconds < 1e11 });
  ajv.addFormat('decimal', /^-?\d+(\.\d+)?$/);
  ajv.addFormat('currency', /^[a-z]{3}$/);
  ajv.addSchema({ $id: 'stripe', components: translate({ schemas }) as Json });

  const compiled = new Map<string, ValidateFunction>();
  const validatorOf = (key: string, schema: () => Json): ValidateFunction => {
    let validate = compiled.get(key);
    if (!validate) {
      const text = JSON.stringify(translate(schema())).replaceAll('"$ref":"#/', '"$ref":"stripe#/');
      validate = ajv.compile(JSON.parse(text) as Json);
      compiled.set(key, validate);
    }
    return validate;
  };
  const problems = (key: string, schema: () => Json, value: unknown): string[] => {
    const validate = validatorOf(key, schema);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${key} ${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  };

  /** Schemas by the `object` field of their objects, such as `customer`. */
  const byObject = new Map(
    Object.entries(schemas).flatMap(([name, { properties = {} }]) => {
      const words = properties['object']?.['enum'];
      return Array.isArray(words) && words.length === 1 && !name.startsWith('deleted_') ? [[String(words[0]), name] as const] : [];
    }),
  );

  /** Validates every Stripe object anywhere in a value. */
  const problemsWithin = (value: unknown): string[] => {
    if (Array.isArray(value)) return value.flatMap(problemsWithin);
    if (!isObject(value)) return [];
    const within = Object.values(value).flatMap(problemsWithin);
    const kind = value['object'];
    if (typeof kind !== 'string' || kind === 'list' || kind === 'event') return within;
    const name = value['deleted'] === true ? `deleted_${kind}` : byObject.get(kind);
    if (name === undefined || !schemas[name]) return [...within, `Nothing is called ${kind}.`];
    return [...problems(name, () => ({ $ref: `#/components/schemas/${name}` }), value), ...within];
  };

  const templates = Object.keys(description.paths).map((path) => ({
    path,
    places: (path.match(/\{/g) ?? []).length,
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{[^{}]+\}/g, '[^/]+')}$`),
  }));

  const enabledEvents = JSON.stringify(description.paths['/v1/webhook_endpoints']?.['post'] ?? {});

  return {
    problemsOfAnswer(method, path, status, body) {
      const [template] = templates.filter(({ pattern }) => pattern.test(path)).sort((a, b) => a.places - b.places);
      const responses = template && description.paths[template.path]?.[method.toLowerCase()]?.responses;
      const schema = (responses?.[String(status)] ?? responses?.['default'])?.content['application/json']?.schema;
      if (!template || !schema) throw new Error(`Stripe's description has no ${method} ${path}.`);
      const key = `${method} ${template.path} ${status < 400 ? 200 : 'error'}`;
      return [...problems(key, () => schema, body), ...problemsWithin(body)];
    },
    problemsOfEvent(event) {
      const type = isObject(event) ? String(event['type']) : '';
      const known = enabledEvents.includes(`"${type}"`) ? [] : [`Stripe knows no event ${type}.`];
      return [...known, ...problems('event', () => ({ $ref: '#/components/schemas/event' }), event), ...problemsWithin(event)];
    },
  };
}
