import { errorText, isAbsent, useFocusMode, usePageTitle } from '@lectern/platform';
import { Link, useNavigate, useSearchParams } from '@lectern/platform/router';
import { Button, ErrorState, PageHead, ProgressOverlay, space } from '@lectern/ui';
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { itemWords, type ItemKind } from '../items/itemWords';
import { useGeneration } from '../items/useGeneration';
import { StudyColumn } from '../shared/StudyColumn';

const Below = styled.div`
  margin-top: ${space[24]};
`;

const pathOf = { quiz: '/quizzes', deck: '/flashcards' } as const;

/** Makes a quiz of a guide at once and opens it: `?material=ID`, and `&kind=deck` for a deck. "Quiz me" of a guide's page links here. */
export const NewItemScreen = (): ReactNode => {
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const kind: ItemKind = parameters.get('kind') === 'deck' ? 'deck' : 'quiz';
  const material = parameters.get('material') ?? '';
  const { title, overlay } = itemWords[kind];
  usePageTitle(title);
  useFocusMode(false);
  const generation = useGeneration(kind, ({ item }) => void navigate(`${pathOf[kind]}/${item._id}`, { replace: true }));
  const hasStarted = useRef(false);
  const start = useEffectEvent(() => {
    generation.mutate({ studyMaterialIds: [material], stylePreference: null });
  });
  useEffect(() => {
    // React runs effects twice in development.
    if (hasStarted.current) return;
    hasStarted.current = true;
    if (material === '') void navigate('/quizzes', { replace: true });
    else start();
  }, [material, navigate]);
  if (!generation.isError) return <ProgressOverlay {...overlay} />;
  return (
    <StudyColumn>
      <PageHead title={title} />
      <ErrorState
        {...(!isAbsent(generation.error) && {
          onRetry: () => {
            generation.mutate({ studyMaterialIds: [material], stylePreference: null });
          },
        })}
      >
        {errorText(generation.error)}
      </ErrorState>
      <Below>
        <Button as={Link} to={`/study-materials/${material}`} variant="quiet">
          Back to the guide
        </Button>
        <Button as={Link} to="/quizzes?tab=flashcards" variant="quiet">
          Your decks
        </Button>
      </Below>
    </StudyColumn>
  );
};
