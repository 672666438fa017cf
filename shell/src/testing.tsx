import type { FlashcardDeckListItem, Folder, QuizListItem, StudyMaterialListItem } from '@lectern/contracts';
import { configureSettings, platformStore, queryClient } from '@lectern/platform';
import { MemoryRouter } from '@lectern/platform/testing';
import { QueryClientProvider } from '@lectern/platform/query';
import { Provider } from 'jotai';
import type { ComponentType, ReactElement } from 'react';

/** Fixtures for the tests and stories of the shell. Pass the fields that differ. */

const createdAt = '2025-03-05T12:00:00.000Z';

export const aGuide = (change: Partial<StudyMaterialListItem> = {}): StudyMaterialListItem => ({
  _id: 'm1',
  title: 'Cell respiration',
  stylePreference: null,
  processedContent: { overview: 'How cells make energy.' },
  preview: 'How cells make energy.',
  folderId: null,
  generatedBy: 'offline',
  createdAt,
  ...change,
});

export const aFolder = (change: Partial<Folder> = {}): Folder => ({
  _id: 'f1',
  name: 'Cell biology',
  studyMaterials: ['m1'],
  studyMaterialCount: 1,
  createdAt,
  ...change,
});

export const aQuiz = (change: Partial<QuizListItem> = {}): QuizListItem => ({
  _id: 'z1',
  title: 'Quiz: Cell respiration',
  description: '10 questions',
  questionCount: 10,
  currentScore: 0,
  running_average: 0,
  attempts: 0,
  studyMaterialId: 'm1',
  studyMaterialTitle: 'Cell respiration',
  difficultyLevel: 'medium',
  stylePreference: null,
  generatedBy: 'offline',
  createdAt,
  ...change,
});

export const aDeck = (change: Partial<FlashcardDeckListItem> = {}): FlashcardDeckListItem => ({
  _id: 'd1',
  title: 'Cards: Cell respiration',
  description: '20 cards',
  cardCount: 20,
  studyMaterialId: 'm1',
  studyMaterialTitle: 'Cell respiration',
  stylePreference: null,
  generatedBy: 'offline',
  createdAt,
  ...change,
});

/** A Storybook decorator with the shell's real overlays, which the platform's decorator replaces with fakes. */
export const onShell = (Story: ComponentType): ReactElement => {
  configureSettings({ apiUrl: 'http://api.test', supportEmail: 'help@example.org' });
  return (
    <Provider store={platformStore}>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>
          <main>
            <h1>The page below</h1>
            <Story />
          </main>
        </MemoryRouter>
      </QueryClientProvider>
    </Provider>
  );
};
