import { calls } from '@lectern/contracts';
import { route } from '@lectern/service-kit';
import type { Decks } from '../domain/createDecks.ts';

export const updateCardRoute = (decks: Decks) =>
  route(calls.updateCard, ({ userId, params, body }) => decks.updateCard(userId, params.id, params.cardId, body));
