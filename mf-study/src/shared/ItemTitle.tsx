import { VisuallyHidden } from '@lectern/ui';
import type { ReactNode } from 'react';
import { splitTitle } from './text';

/**
 * The title of a quiz or deck. Its kind ("Quiz: ") is obvious from the page, so it is for screen readers only, and does not affect the text
 * direction of the surrounding heading.
 */
export const ItemTitle = ({ title }: { title: string }): ReactNode => {
  const [kind, name] = splitTitle(title);
  return (
    <>
      {kind !== '' && <VisuallyHidden dir="ltr">{kind}</VisuallyHidden>}
      {name}
    </>
  );
};
