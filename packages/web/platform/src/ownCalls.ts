import { calls } from '@lectern/contracts';

// The platform's own calls are loaded with the HTTP client, because a visitor of the landing page does not need their schemas either.
export const { getUser } = calls;
export const { getLimits } = calls;
export const { logout, reportShared } = calls;
export const { listStudyMaterials, listQuizzes, listDecks } = calls;
export const { listMastery, listPages } = calls;
