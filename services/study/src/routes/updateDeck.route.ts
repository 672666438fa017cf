import { calls } from '@lectern/contracts';
import { route } from '@lectern/service-kit';
import type { Decks } from '../domain/createDecks.ts';

export const updateDeckRoute = (decks: Decks) =>
  route(calls.updateDeck, ({ userId, params, body }) => decks.update(userId, params.id, body));
