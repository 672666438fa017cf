import type { StudyMaterial } from '@lectern/contracts';
import { rememberPlace } from '@lectern/platform';
import { useEffect } from 'react';
import type { Section } from './useSections';

/** Keeps the section that is being read, so that the dashboard leads back to it. */
export const useReadingPlace = ({ _id, title }: StudyMaterial, sections: readonly Section[], current: string | undefined): void => {
  useEffect(() => {
    const section = sections.find(({ id }) => id === current);
    rememberPlace({
      kind: 'guide',
      id: _id,
      title,
      position: section?.text ?? 'From the start',
      ...(section && { anchor: section.id }),
    });
  }, [_id, title, sections, current]);
};
