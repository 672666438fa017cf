import * as z from 'zod/mini';
import { errorStatusesOf, type DescribedCall } from './call.ts';
import { ErrorBody } from './error.ts';
import { documentTypes, Id, idempotencyKey, pptxType, sizes } from './primitives.ts';
import { notBlank } from './texts.ts';

type Json = Record<string, unknown>;

const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, target: 'draft-2020-12', unrepresentable: 'any' }) as Json;
  return rest;
};

const describe: Record<number, string> = {
  400: 'Invalid',
  401: 'No session, or one that ended',
  403: 'Not allowed, or over a limit',
  404: 'Absent, or somebody else’s',
  408: 'Came in too slowly to be a request',
  409: 'Conflict',
  413: 'Too large',
  415: 'Wrong type',
  422: 'Cannot be worked with',
  429: 'Too many requests',
  431: 'Headers too large',
  500: 'Our mistake',
  502: 'A part is down',
  503: 'A part is down',
  504: 'A part did not answer in time',
};

/** Statuses of requests that fail before parsing, so that they have no request id. */
const connectionStatuses: readonly number[] = [408, 431];

const requestIdHeader = { 'x-request-id': { description: 'To be named when asking for help', required: true, schema: { type: 'string' } } };
const retryAfterHeader = {
  'retry-after': { description: 'Seconds after which another try makes sense', required: true, schema: { type: 'integer', minimum: 1 } },
};

const errorResponse = (status: number): Json => ({
  description: describe[status] ?? 'Error',
  headers: {
    ...(!connectionStatuses.includes(status) && requestIdHeader),
    ...((status === 429 || status >= 500) && retryAfterHeader),
  },
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
});

const requestBody = (call: DescribedCall): Json | undefined => {
  if (call.encoding === 'raw') return { required: true, content: { 'application/json': { schema: {} } } };
  if (!call.body) return undefined;
  const schema = schemaOf(call.body, 'input');
  if (call.encoding === 'multipart') return { required: true, content: { 'multipart/form-data': formOf(schema, call.fileTypes) } };
  // A missing body counts as an empty object.
  return { required: !z.safeParse(call.body, {}).success, content: { 'application/json': { schema } } };
};

/** A form with a file. */
const fileFormOf = (schema: Json, types: readonly string[]): Json => ({
  encoding: { file: { contentType: types.join(', ') } },
  schema: { ...schema, properties: { ...(schema['properties'] as Json), file: { type: 'string', format: 'binary' } } },
});

/** The form of "Create study guide": a deck, documents, a text that is not blank, or a combination. */
const formOf = (schema: Json, types: readonly string[] = []): Json => {
  const texts = schema['properties'] as Json;
  if (!('textContent' in texts)) return fileFormOf(schema, types);
  return {
    schema: {
      ...schema,
      properties: {
        ...texts,
        file: { type: 'string', format: 'binary' },
        documents: { type: 'array', items: { type: 'string', format: 'binary' }, maxItems: sizes.documents },
      },
      anyOf: [
        { required: ['file'] },
        { required: ['documents'], properties: { documents: { minItems: 1 } } },
        { required: ['textContent'], properties: { textContent: { pattern: notBlank.source } } },
      ],
    },
    encoding: { file: { contentType: pptxType }, documents: { contentType: documentTypes.join(', ') } },
  };
};

/** Ids and mailed tokens. Values with other characters match nothing and could make the path non-canonical. */
const idParameter = { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$', maxLength: 64 };

const parameters = (call: DescribedCall): Json[] => {
  const names = [...call.path.matchAll(/:([A-Za-z]+)/g)].map((match) => match[1] as string);
  const query = call.query ? schemaOf(call.query, 'output') : undefined;
  const required = (query?.['required'] as string[] | undefined) ?? [];
  return [
    ...names.map((name) => ({
      name,
      in: 'path',
      required: true,
      schema: call.pathPattern ? { type: 'string', pattern: call.pathPattern.source, maxLength: 200 } : idParameter,
    })),
    ...Object.entries((query?.['properties'] as Json | undefined) ?? {}).map(([name, schema]) => ({
      name,
      in: 'query',
      required: required.includes(name),
      schema,
    })),
    ...(call.creates
      ? [{ name: 'idempotency-key', in: 'header', required: false, schema: { type: 'string', pattern: idempotencyKey.source } }]
      : []),
    ...(call.encoding === 'raw' ? [{ name: 'stripe-signature', in: 'header', required: true, schema: { type: 'string' } }] : []),
  ];
};

const answerContent = ({ answerType, answersFile, answer }: DescribedCall): Json => {
  if (answersFile) return Object.fromEntries(answersFile.map((type) => [type, {}]));
  return answerType === undefined ? { 'application/json': { schema: schemaOf(answer, 'output') } } : { [answerType]: {} };
};

/** Generates the OpenAPI 3.1 paths of calls from the schemas that validate them. */
export function openApiPaths(calls: readonly DescribedCall[]): Json {
  const paths: Record<string, Json> = {};
  for (const call of calls) {
    const path = call.path.replace(/:([A-Za-z]+)/g, '{$1}');
    const body = requestBody(call);
    (paths[path] ??= {})[call.method.toLowerCase()] = {
      operationId: call.id,
      summary: call.summary,
      tags: [call.service],
      ...(call.access === 'learner' && { security: [{ token: [] }] }),
      parameters: parameters(call),
      ...(body && { requestBody: body }),
      responses: {
        [call.status]: {
          description: 'Done',
          headers: {
            ...requestIdHeader,
            ...(call.pages && { 'x-next': { description: 'Cursor of the next page, when there is one', schema: schemaOf(Id, 'output') } }),
          },
          content: answerContent(call),
        },
        ...Object.fromEntries([...errorStatusesOf(call), ...connectionStatuses].map((status) => [status, errorResponse(status)])),
      },
    };
  }
  return paths;
}

/** Creates an OpenAPI document for paths. */
export const openApiDocument = (paths: Json, server: string): Json => ({
  openapi: '3.1.0',
  info: { title: 'Lectern', version: '1', description: 'Study guides, quizzes and flashcards from lecture slides.' },
  servers: [{ url: server }],
  paths,
  components: {
    schemas: { Error: schemaOf(ErrorBody, 'output') },
    securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'x-auth-token' } },
  },
});
