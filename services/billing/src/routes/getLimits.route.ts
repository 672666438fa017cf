import { calls } from '@lectern/contracts';
import { route } from '@lectern/service-kit';
import type { LimitsReader } from '../domain/createLimits.ts';

export const getLimitsRoute = (limits: LimitsReader) => route(calls.getLimits, ({ userId, requestId }) => limits.limits(userId, requestId));
