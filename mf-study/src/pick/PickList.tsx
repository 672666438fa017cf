import { counted, type Suggestion } from '@lectern/contracts';
import { errorText } from '@lectern/platform';
import { Link } from '@lectern/platform/router';
import { Button, color, EmptyState, LoadMore, media, size, space, VisuallyHidden, type LoadMoreProps } from '@lectern/ui';
import { useEffect, useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { FocusPage } from '../shared/FocusPage';
import { KeysHint } from '../shared/KeysHint';
import type { PickedGuide } from './pickCalls';
import { PickRow } from './PickRow';
import { countPicks } from './PickSession';
import { usePickKeys } from './usePickKeys';
import { usePicks, type Picks } from './usePicks';
import { UnsavedNotice } from '../shared/UnsavedNotice';

const Column = styled.div`
  display: grid;
  gap: ${space[16]};
  > p {
    color: ${color['ink-soft']};
  }
`;

const Section = styled.section`
  display: grid;
  gap: ${space[4]};
  h2 {
    padding-inline-start: 14px;
    font-family: inherit;
    font-size: ${size[14]};
    font-weight: 600;
    color: ${color['ink-faint']};
    overflow-wrap: anywhere;
  }
  ol {
    display: grid;
    gap: ${space[4]};
    margin: 0;
    padding: 0;
    list-style: none;
  }
`;

/** Shown next to the buttons. Hidden on a phone if `$isSaid`, because the buttons state the counts. */
const Summary = styled.p<{ $isSaid: boolean }>`
  flex: 1;
  align-self: center;
  font-size: ${size[14]};
  color: ${color['ink-soft']};
  @media ${media.small} {
    ${({ $isSaid }) => $isSaid && 'display: none;'}
  }
`;

/** Consecutive suggestions under the same heading. */
interface Group {
  section: string;
  first: number;
  items: Suggestion[];
}

const groupsOf = (items: readonly Suggestion[]): Group[] => {
  const groups: Group[] = [];
  items.forEach((item, at) => {
    const last = groups.at(-1);
    if (last?.section === item.section) last.items.push(item);
    else groups.push({ section: item.section, first: at, items: [item] });
  });
  return groups;
};

/** Why a change could not be saved, shown once for all waiting changes. */
const SendProblem = ({ picks: { state, retry, leaveOut } }: { picks: Picks }): ReactNode =>
  state.error !== undefined && (
    <UnsavedNotice onRetry={retry} leaveOut="Leave it out" onLeaveOut={leaveOut}>
      {errorText(state.error, 'Your picks could not be saved.')} {state.waiting > 1 && `${counted(state.waiting, 'change')} not saved yet.`}
    </UnsavedNotice>
  );

/** Counts of the cards and questions made so far, with links to them. */
const MadeSoFar = ({ picks: { session, state } }: { picks: Picks }): ReactNode => {
  const { cards, questions } = countPicks(session);
  const parts = [cards > 0 && counted(cards, 'card'), questions > 0 && counted(questions, 'question')].filter((part) => part !== false);
  return (
    <>
      <Summary $isSaid={state.quizId !== undefined || state.deckId !== undefined}>
        {parts.length === 0 ? 'Nothing made yet' : `${parts.join(', ')} made`}
      </Summary>
      {state.quizId !== undefined && (
        <Button as={Link} to={`/quizzes/${state.quizId}`} variant="secondary">
          Take the quiz ({questions})
        </Button>
      )}
      {state.deckId !== undefined && (
        <Button as={Link} to={`/flashcards/${state.deckId}`} variant={state.quizId === undefined ? 'primary' : 'secondary'}>
          Open the cards ({cards})
        </Button>
      )}
    </>
  );
};

const Hint = (): ReactNode => (
  <KeysHint>
    <span>C makes a card, Q asks you, S skips, the arrow keys move, U takes back.</span>
    <span>Make a card of what you want to learn, let yourself be asked, or skip it.</span>
  </KeysHint>
);

export interface PickListProps {
  guide: PickedGuide;
  items: readonly Suggestion[];
  query: LoadMoreProps['query'];
}

/** Number of remaining suggestions at which the next page is loaded. */
const readAhead = 20;

/** The terms and key statements of a guide, one by one. */
export const PickList = ({ guide, items, query }: PickListProps): ReactNode => {
  const picks = usePicks(guide, items);
  const [isByKey, setIsByKey] = useState(false);
  const noteKey = (): void => {
    setIsByKey(true);
  };
  usePickKeys(picks, noteKey);
  const { current } = picks.session;
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const isNear = hasNextPage && !isFetchingNextPage && current > items.length - readAhead;
  useEffect(() => {
    if (isNear) void fetchNextPage();
  }, [isNear, fetchNextPage]);
  const { all } = countPicks(picks.session);
  const label = `${String(all)} of ${String(items.length)}${hasNextPage ? '+' : ''} looked at`;
  return (
    <FocusPage
      closeTo={`/study-materials/${guide.id}`}
      title="Pick what to ask"
      description={guide.title}
      position={{ label, percent: items.length === 0 ? 0 : (all / items.length) * 100 }}
      actions={<MadeSoFar picks={picks} />}
    >
      <Column>
        <VisuallyHidden role="status">{picks.said}</VisuallyHidden>
        <Hint />
        <SendProblem picks={picks} />
        <div
          onPointerDown={() => {
            setIsByKey(false);
          }}
        >
          {groupsOf(items).map(({ section, first, items: members }) => (
            <Section key={`${String(first)} ${section}`} aria-label={section}>
              <h2 dir="auto">{section}</h2>
              <ol>
                {members.map((suggestion, place) => (
                  <PickRow
                    key={suggestion._id}
                    suggestion={suggestion}
                    at={first + place}
                    isCurrent={current === first + place}
                    isByKey={isByKey}
                    onKey={noteKey}
                    picks={picks}
                  />
                ))}
              </ol>
            </Section>
          ))}
          <LoadMore query={query} />
        </div>
        {!hasNextPage && all === items.length && <p role="status">You have looked at everything in this guide.</p>}
      </Column>
    </FocusPage>
  );
};

/** Shown for a guide without suggestions. */
export const NothingToPick = ({ guide }: { guide: PickedGuide }): ReactNode => (
  <FocusPage closeTo={`/study-materials/${guide.id}`} title="Pick what to ask" description={guide.title}>
    <EmptyState
      drawing="card"
      action={
        <Button as={Link} to={`/study-materials/${guide.id}`}>
          Back to the guide
        </Button>
      }
    >
      There is nothing left to pick here. Select words in the guide to make cards of them.
    </EmptyState>
  </FocusPage>
);
