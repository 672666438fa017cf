import type { HttpBindings } from '@hono/node-server';

/** The gateway's data about a request that it answers itself. */
export interface GatewayEnvironment {
  Bindings: HttpBindings;
  Variables: { requestId: string };
}
