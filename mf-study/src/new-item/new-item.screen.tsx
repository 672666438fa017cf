import { mostGuides } from '@lectern/contracts';
import { errorText, isAbsent, useFocusMode, usePageTitle } from '@lectern/platform';
import { Link, useNavigate, useSearchParams } from '@lectern/platform/router';
import { Button, ErrorState, PageHead, space } from '@lectern/ui';
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { itemWords, type ItemKind } from '../items/itemWords';
import { isTooLittle, useGeneration } from '../items/useGeneration';
import { PickLink } from '../pick/PickLink';
import { MakingOverlay } from '../shared/MakingOverlay';
import { StudyColumn } from '../shared/StudyColumn';

const Below = styled.div`
  margin-top: ${space[24]};
`;

const lists = {
  quiz: { to: '/quizzes', label: 'Your quizzes' },
  deck: { to: '/quizzes?tab=flashcards', label: 'Your decks' },
} as const;

const pathOf = { quiz: '/quizzes', deck: '/flashcards' } as const;

/**
 * Generates a quiz immediately and opens it. `?material=ID` names the guide and can be repeated; `&kind=deck` makes a deck instead. "Quiz me" on
 * a guide or folder links here.
 */
export const NewItemScreen = (): ReactNode => {
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const kind: ItemKind = parameters.get('kind') === 'deck' ? 'deck' : 'quiz';
  const studyMaterialIds = parameters.getAll('material').slice(0, mostGuides);
  const [first] = studyMaterialIds;
  const { title, overlay } = itemWords[kind];
  const list = lists[kind];
  usePageTitle(title);
  useFocusMode(false);
  const generation = useGeneration(kind, ({ item }) => void navigate(`${pathOf[kind]}/${item._id}`, { replace: true }));
  const hasStarted = useRef(false);
  const hasGuide = first !== undefined;
  const start = useEffectEvent(() => {
    generation.mutate({ studyMaterialIds, stylePreference: null });
  });
  useEffect(() => {
    // React runs effects twice in development.
    if (hasStarted.current) return;
    hasStarted.current = true;
    if (!hasGuide) void navigate('/quizzes', { replace: true });
    else start();
  }, [hasGuide, navigate]);
  if (!generation.isError) return <MakingOverlay {...overlay} progressKey={generation.progressKey} />;
  return (
    <StudyColumn>
      <PageHead title={title} />
      <ErrorState
        {...(!isAbsent(generation.error) &&
          !isTooLittle(generation.error) && {
            onRetry: () => {
              generation.mutate({ studyMaterialIds, stylePreference: null });
            },
          })}
      >
        {errorText(generation.error)}
      </ErrorState>
      <Below>
        {first !== undefined && studyMaterialIds.length === 1 && isTooLittle(generation.error) && (
          <PickLink studyMaterialId={first} variant="primary" />
        )}
        {first !== undefined && studyMaterialIds.length === 1 && (
          <Button as={Link} to={`/study-materials/${first}`} variant="quiet">
            Back to the guide
          </Button>
        )}
        <Button as={Link} to={list.to} variant="quiet">
          {list.label}
        </Button>
      </Below>
    </StudyColumn>
  );
};
