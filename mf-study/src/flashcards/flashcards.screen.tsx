import { usePageTitle } from '@lectern/platform';
import { PageHead } from '@lectern/ui';
import type { ReactNode } from 'react';

export const FlashcardsScreen = (): ReactNode => {
  usePageTitle('Flashcards');
  return <PageHead title="Flashcards" />;
};
