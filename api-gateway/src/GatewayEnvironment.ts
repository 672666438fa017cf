import type { HttpBindings } from '@hono/node-server';
import type { RequestTarget } from '@lectern/service-kit';
import type { RequestRoute } from './routing.ts';

/** What the gateway knows of one request. */
export interface GatewayEnvironment {
  Bindings: HttpBindings;
  Variables: {
    requestId: string;
    /** Path and query. The gateway routes by it and forwards it. `undefined` when it is not in its canonical form. */
    target: RequestTarget | undefined;
    /** The service that answers it; `undefined` when there is none. */
    route: RequestRoute | undefined;
  };
}
