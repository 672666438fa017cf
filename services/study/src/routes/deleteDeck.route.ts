import { calls } from '@lectern/contracts';
import { route } from '@lectern/service-kit';
import type { Decks } from '../domain/createDecks.ts';

export const deleteDeckRoute = (decks: Decks) => route(calls.deleteDeck, ({ userId, params }) => decks.remove(userId, params.id));
