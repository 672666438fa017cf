import { useEffect } from 'react';

/** The product's name. It stands here only. */
export const productName = 'Lectern';

/** The browser tab's title: 'Study Guides · Lectern'; without a title the landing page's. */
export const usePageTitle = (title: string | undefined): void => {
  useEffect(() => {
    document.title = title ? `${title} · ${productName}` : `${productName}: from slides to mastery`;
  }, [title]);
};
