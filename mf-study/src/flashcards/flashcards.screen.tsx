import { isSessionOver, toast, usePageTitle } from '@lectern/platform';
import { useNavigate, useParams } from '@lectern/platform/router';
import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { ActionsSkeleton } from '../shared/ActionsSkeleton';
import { FocusPage } from '../shared/FocusPage';
import { useDeck } from '../shared/studyQueries';
import { DeckRun } from './DeckRun';
import { DeckSkeleton } from './DeckSkeleton';

/** The page on which the learner studies a deck. */
export const FlashcardsScreen = (): ReactNode => {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const { data: deck, error } = useDeck(id);
  usePageTitle(deck?.title ?? 'Flashcards');

  const hasFailed = error !== null && deck === undefined && !isSessionOver(error);
  const leave = useEffectEvent(() => {
    toast.error('Failed to load flashcard deck', { id: 'deck-load' });
    // The flashcards tab of the quizzes page.
    void navigate('/quizzes?tab=flashcards', { replace: true });
  });
  useEffect(() => {
    if (hasFailed) leave();
  }, [hasFailed]);

  if (deck) return <DeckRun key={deck._id} deck={deck} />;
  return (
    <FocusPage closeTo="/quizzes?tab=flashcards" title="Flashcards" actions={<ActionsSkeleton kind="deck" />}>
      <DeckSkeleton />
    </FocusPage>
  );
};
