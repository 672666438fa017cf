import { calls } from '@lectern/contracts';
import { route } from '@lectern/service-kit';
import type { Decks } from '../domain/createDecks.ts';

export const listDecksRoute = (decks: Decks) => route(calls.listDecks, ({ userId, query, signal }) => decks.list(userId, query, signal));
