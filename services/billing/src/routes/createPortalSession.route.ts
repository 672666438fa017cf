import { calls } from '@lectern/contracts';
import { route } from '@lectern/service-kit';
import type { Subscriptions } from '../domain/createSubscriptions.ts';

export const createPortalSessionRoute = (subscriptions: Subscriptions) =>
  route(calls.createPortalSession, ({ userId }) => subscriptions.createPortal(userId));
