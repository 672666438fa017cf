import { useEffect } from 'react';

/** The one place of the product's name. */
export const productName = 'Lectern';

/** The browser tab's title: 'Study Guides · Lectern'; with no title the one of the landing page. */
export const usePageTitle = (title: string | undefined): void => {
  useEffect(() => {
    document.title = title ? `${title} · ${productName}` : `${productName}: from slides to mastery`;
  }, [title]);
};
