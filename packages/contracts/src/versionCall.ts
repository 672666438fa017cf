import * as z from '@lectern/contracts/schema';
import { defineCall } from './call.ts';
import { serviceNames, type ServiceName } from './parts.ts';

/** The version of an API; `unknown` while the service does not answer. */
export const ApiVersion = z.string().check(z.regex(/^(?:(?:0|[1-9][0-9]{0,5})\.(?:0|[1-9][0-9]{0,5})|unknown)$/));

/** The versions of the running services. */
export const Versions = z.object({
  gateway: ApiVersion,
  services: z.object(Object.fromEntries(serviceNames.map((name) => [name, ApiVersion])) as Record<ServiceName, typeof ApiVersion>),
});
export type Versions = z.infer<typeof Versions>;

/** The only call that the gateway answers itself. */
export const versionCall = defineCall({
  id: 'getVersion',
  service: 'gateway',
  method: 'GET',
  path: '/version',
  summary: 'API versions of the gateway and of each running service; unknown for one that does not answer',
  access: 'public',
  networkLimit: 'descriptions',
  ownerLimit: null,
  status: 200,
  answer: Versions,
  errors: [],
});
