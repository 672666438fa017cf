import { createRoot } from 'react-dom/client';
import type { PageData } from '../PageData';
import { OverrideBanner } from './OverrideBanner';
import { overridesOf, chooseReleased } from './overrides';

/** Renders the banner in an element of its own, so that the page's markup stays as in production. */
export const showOverrides = (data: PageData): void => {
  const overrides = overridesOf(data);
  if (overrides.length === 0) return;
  const element = document.createElement('div');
  document.body.append(element);
  createRoot(element).render(
    <OverrideBanner
      overrides={overrides}
      onChoose={(id, isReleased) => {
        chooseReleased(id, isReleased, data.overrides);
        location.assign(location.pathname);
      }}
    />,
  );
};
