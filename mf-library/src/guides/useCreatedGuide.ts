import { isRecord } from '@lectern/contracts';
import { useLocation, useNavigate } from '@lectern/platform/router';
import { useEffect, useState } from 'react';

/**
 * The id of the guide that the learner made just now, if that led to this page. The mark is removed from the history entry, so that neither Back
 * nor a reload marks the guide again.
 */
export const useCreatedGuide = (): string | undefined => {
  const { state, pathname, search } = useLocation() as { state: unknown; pathname: string; search: string };
  const navigate = useNavigate();
  const marked = isRecord(state) && typeof state['createdGuide'] === 'string' ? state['createdGuide'] : undefined;
  // Kept while the page is shown: the list may load slowly.
  const [created] = useState(marked);
  useEffect(() => {
    if (marked !== undefined) void navigate(pathname + search, { replace: true, state: null });
  }, [marked, navigate, pathname, search]);
  return created;
};
