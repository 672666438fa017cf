import { useEffect } from 'react';

/** The product's name. Defined only here. */
export const productName = 'Lectern';

/** Sets the browser tab's title: 'Study Guides · Lectern'. Undefined sets the landing page's title. */
export const usePageTitle = (title: string | undefined): void => {
  useEffect(() => {
    document.title = title ? `${title} · ${productName}` : `${productName}: from slides to mastery`;
  }, [title]);
};
