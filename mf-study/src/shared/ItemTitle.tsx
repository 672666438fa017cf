import { VisuallyHidden } from '@lectern/ui';
import type { ReactNode } from 'react';
import { splitTitle } from './text';

/** The title of a quiz or deck. Its kind ("Quiz: ") is clear to the eye from the page, so it is for screen readers only, and does not
 * decide the direction of the heading around it. */
export const ItemTitle = ({ title }: { title: string }): ReactNode => {
  const [kind, name] = splitTitle(title);
  return (
    <>
      {kind !== '' && <VisuallyHidden dir="ltr">{kind}</VisuallyHidden>}
      {name}
    </>
  );
};
