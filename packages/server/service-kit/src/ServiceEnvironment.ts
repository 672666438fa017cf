import type { HttpBindings } from '@hono/node-server';
import type { Identity } from './identity.ts';

/** The variables of one request. */
export interface ServiceEnvironment {
  Bindings: Partial<HttpBindings>;
  Variables: { requestId: string; identity: Identity; pattern: string };
}
