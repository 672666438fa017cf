import { calls } from '@lectern/contracts';
import { route } from '@lectern/service-kit';
import type { Decks } from '../domain/createDecks.ts';

export const generateCardsRoute = (decks: Decks) =>
  route(calls.generateCards, ({ userId, params, body, creation, requestId }) =>
    decks.generateMore(userId, params.id, body.studyMaterialId, creation, requestId),
  );
