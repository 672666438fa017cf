import type { HttpBindings } from '@hono/node-server';
import type { RequestTarget } from '@lectern/service-kit';
import type { RequestRoute } from './routing.ts';

/** The gateway's data about a request. */
export interface GatewayEnvironment {
  Bindings: HttpBindings;
  Variables: {
    requestId: string;
    /** The path and query for routing and forwarding; `undefined` if they are not in canonical form. */
    target: RequestTarget | undefined;
    /** The service that answers it; `undefined` without one. */
    route: RequestRoute | undefined;
  };
}
