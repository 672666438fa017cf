import { calls } from '@lectern/contracts';
import { route } from '@lectern/service-kit';
import type { Decks } from '../domain/createDecks.ts';

export const deleteCardRoute = (decks: Decks) =>
  route(calls.deleteCard, ({ userId, params }) => decks.removeCard(userId, params.id, params.cardId));
