import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { remoteIds } from '@lectern/contracts';
import { consumedAt, readSchema, type ConsumerContract, type JsonSchema } from '@lectern/contracts/consumer';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

const root = join(import.meta.dirname, '..', '..');

/** Returns the `consumes.json` of each built frontend: its calls, with the schemas of what it sends and reads. */
export const builtContracts = (): ConsumerContract[] =>
  [...remoteIds, 'shell'].map((id) => {
    const dist = join(root, id, 'dist');
    const { consumes } = JSON.parse(readFileSync(join(dist, 'release.json'), 'utf8')) as { consumes: string };
    return JSON.parse(readFileSync(join(dist, consumes), 'utf8')) as ConsumerContract;
  });

// Frontends drop unknown properties.
const ajv = new Ajv2020({ strict: false, removeAdditional: true });
(formats as unknown as typeof formats.default)(ajv);

const problemOf = (schema: JsonSchema | undefined, value: unknown): string | undefined =>
  schema === undefined || ajv.validate(schema, structuredClone(value)) ? undefined : ajv.errorsText();

/** A request to the running gateway, and the running service's response. */
export interface Exchange {
  method: string;
  /** Without the query. */
  path: string;
  sent: unknown;
  answered: unknown;
}

/**
 * Validates an exchange against the schemas of all frontends that make this call.
 *
 * @returns the pairs of frontend and service, such as `mf-study → study`
 * @throws Error with the first mismatch: a field that a frontend cannot read, or a body that it would not send
 */
export const holdPacts = (contracts: readonly ConsumerContract[], { method, path, sent, answered }: Exchange): string[] =>
  contracts.flatMap((contract) => {
    const operation = consumedAt(contract, method, path);
    if (!operation) return [];
    const body = operation.requestBody?.content['application/json'];
    const problem = problemOf(readSchema(operation), answered) ?? (body && problemOf(body.schema, sent));
    if (problem !== undefined) throw new Error(`${contract.name}, ${operation.operationId}: ${problem}`);
    return [`${contract.name} → ${operation.tags[0] ?? ''}`];
  });
