import { calls } from '@lectern/contracts';

// The platform's own calls come with the HTTP client: their schemas, too, are nothing that a visitor of the landing page needs.
export const { getUser } = calls;
export const { getLimits } = calls;
export const { logout } = calls;
