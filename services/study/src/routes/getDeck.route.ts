import { calls } from '@lectern/contracts';
import { route } from '@lectern/service-kit';
import type { Decks } from '../domain/createDecks.ts';

export const getDeckRoute = (decks: Decks) => route(calls.getDeck, ({ userId, params }) => decks.get(userId, params.id));
