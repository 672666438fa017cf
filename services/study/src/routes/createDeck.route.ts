import { calls } from '@lectern/contracts';
import { route } from '@lectern/service-kit';
import type { Decks } from '../domain/createDecks.ts';

export const createDeckRoute = (decks: Decks) =>
  route(calls.createDeck, ({ userId, body, creation, requestId }) => decks.create(userId, body, creation, requestId));
