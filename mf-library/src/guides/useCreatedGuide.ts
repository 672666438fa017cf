import { isRecord } from '@lectern/contracts';
import { useLocation, useNavigate } from '@lectern/platform/router';
import { useEffect, useState } from 'react';

/**
 * Returns the id of the guide that the learner just created, if that led to this page. Removes the id from the history entry, so that
 * neither Back nor a reload highlights the guide again.
 */
export const useCreatedGuide = (): string | undefined => {
  const { state, pathname, search } = useLocation() as { state: unknown; pathname: string; search: string };
  const navigate = useNavigate();
  const marked = isRecord(state) && typeof state['createdGuide'] === 'string' ? state['createdGuide'] : undefined;
  // Kept while the page is shown, because the list may load slowly.
  const [created] = useState(marked);
  useEffect(() => {
    if (marked !== undefined) void navigate(pathname + search, { replace: true, state: null });
  }, [marked, navigate, pathname, search]);
  return created;
};
