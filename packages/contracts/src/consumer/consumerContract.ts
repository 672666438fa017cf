import type { DescribedCall } from '../call.ts';
import { openApiPaths } from '../openApi.ts';
import type { ServiceNeeds } from '../missingCapabilities.ts';
import { schemaProblems, type JsonSchema } from './schemaProblems.ts';

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  schema: JsonSchema;
}

/** A call in an OpenAPI document. */
export interface Operation {
  operationId: string;
  tags: readonly string[];
  parameters: readonly Parameter[];
  requestBody?: { required: boolean; content: Readonly<Record<string, { schema: JsonSchema }>> };
  responses: Readonly<Record<string, { content?: Readonly<Record<string, { schema: JsonSchema }>> }>>;
}

/** Operations by path and method. */
export type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

/** Represents all exported names of a module. */
export const everyName = '*';

/** The exported names of each shared module. */
export type SharedNames = Readonly<Record<string, readonly string[]>>;

/** The calls and shared modules that a built frontend uses. Each build serves it as `consumes.json`, next to its entry. */
export interface ConsumerContract {
  /** The remote's id, or `shell`. */
  name: string;
  /** The version of the contract with the shell; absent for the shell itself. */
  contract?: number;
  /** The shell capabilities that the frontend requires. */
  needs?: readonly string[];
  /** The shared names that a remote imports; absent in older builds. */
  consumesShared?: SharedNames;
  /** The shared names that the shell provides. */
  providesShared?: SharedNames;
  /** Minimum API versions of services. */
  services: ServiceNeeds;
  /** The calls in the frontend's code, with their schemas at build time. */
  paths: Paths;
}

export const pathsOf = (calls: readonly DescribedCall[]): Paths => openApiPaths(calls) as Paths;

/** Returns the parts of calls on which a consumer depends: the fields that it sends and reads. */
export const consumedPaths = (calls: readonly DescribedCall[]): Paths =>
  Object.fromEntries(
    Object.entries(pathsOf(calls)).map(([path, methods]) => [
      path,
      Object.fromEntries(
        Object.entries(methods).map(([method, { operationId, tags, parameters, requestBody, responses }]) => {
          const answers = Object.entries(responses).filter(([status]) => status.startsWith('2'));
          const read = Object.fromEntries(answers.map(([status, { content }]) => [status, { ...(content && { content }) }]));
          return [method, { operationId, tags, parameters, ...(requestBody && { requestBody }), responses: read }];
        }),
      ),
    ]),
  );

const success = (operation: Operation): [string, JsonSchema] | undefined => {
  const found = Object.entries(operation.responses).find(([status]) => status.startsWith('2'));
  const schema = Object.values(found?.[1].content ?? {})[0]?.schema;
  return found && schema && [found[0], schema];
};

/** Returns the schema of the path parameters and the query as one object. */
const addressSchema = ({ parameters }: Operation): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(parameters.map((each) => [`${each.in} ${each.name}`, each.schema])),
  required: parameters.filter(({ required }) => required).map((each) => `${each.in} ${each.name}`),
});

const bodySchema = ({ requestBody }: Operation): { type: string; required: boolean; schema: JsonSchema } | undefined => {
  const [entry] = Object.entries(requestBody?.content ?? {});
  return requestBody && entry && { type: entry[0], required: requestBody.required, schema: entry[1].schema };
};

const operationProblems = (consumed: Operation, provided: Operation): string[] => {
  const sent = bodySchema(consumed);
  const taken = bodySchema(provided);
  const read = success(consumed);
  const answered = success(provided);
  return [
    ...schemaProblems(addressSchema(consumed), addressSchema(provided), 'sends').map((problem) => `request: ${problem}`),
    ...(sent && taken?.type !== sent.type ? [`request: ${sent.type} is not taken`] : []),
    ...(!sent && taken?.required ? ['request: a body is wanted'] : []),
    ...(sent && taken?.type === sent.type
      ? schemaProblems(sent.schema, taken.schema, 'sends').map((problem) => `request: ${problem}`)
      : []),
    ...(read && answered?.[0] !== read[0] ? [`answer: status ${read[0]} is not given`] : []),
    ...(read && answered ? schemaProblems(answered[1], read[1], 'reads').map((problem) => `answer: ${problem}`) : []),
  ];
};

/** A consumer's call that is incompatible with a provider. */
export interface Breach {
  consumer: string;
  service: string;
  call: string;
  problems: string[];
}

/**
 * Returns a consumer's calls that are incompatible with a provider: a field that it reads is missing, or its request would be refused.
 *
 * @example
 * const contract = { name: 'mf-study', services: { study: '1.0' }, paths: consumedPaths([calls.getQuiz]) };
 * breaches(contract, pathsOf([calls.submitQuiz]));
 * // [{ consumer: 'mf-study', service: 'study', call: 'GET /quizzes/{id}', problems: ['there is no such call any more'] }]
 */
export const breaches = ({ name, paths }: ConsumerContract, provider: Paths): Breach[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, consumed]) => {
      const provided = provider[path]?.[method];
      const problems = provided ? operationProblems(consumed, provided) : ['there is no such call any more'];
      const call = `${method.toUpperCase()} ${path}`;
      return problems.length > 0 ? [{ consumer: name, service: consumed.tags[0] ?? '', call, problems }] : [];
    }),
  );

/** Finds the consumed call for a method and a path. */
export const consumedAt = ({ paths }: ConsumerContract, method: string, address: string): Operation | undefined => {
  const parts = address.split('/');
  const fits = (path: string): boolean => {
    const pattern = path.split('/');
    return pattern.length === parts.length && pattern.every((part, index) => part.startsWith('{') || part === parts[index]);
  };
  const [path] = Object.keys(paths)
    .filter((each) => paths[each]?.[method.toLowerCase()] && fits(each))
    .sort((one, other) => one.split('{').length - other.split('{').length);
  return path === undefined ? undefined : paths[path]?.[method.toLowerCase()];
};

/** Returns the schema with which a consumer reads the answer of a call. */
export const readSchema = (operation: Operation): JsonSchema | undefined => success(operation)?.[1];
