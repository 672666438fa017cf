import { calls } from '@lectern/contracts';
import { route } from '@lectern/service-kit';
import type { Decks } from '../domain/createDecks.ts';

export const reportCardRoute = (decks: Decks) =>
  route(calls.reportCard, ({ userId, params, body, requestId }) => decks.reportCard(userId, params.id, params.cardId, body, requestId));
