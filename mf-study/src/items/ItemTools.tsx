import type { FlashcardDeckListItem, QuizListItem } from '@lectern/contracts';
import { Slot, useListOrder, type SearchText } from '@lectern/platform';
import { media, SearchField, SortField, space } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { deckOrders, quizOrders } from './itemOrders';
import type { ItemKind } from './itemWords';

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space[16]} ${space[32]};
  margin-bottom: ${space[24]};
  > :first-child {
    flex: 1 1 280px;
  }
  @media ${media.small} {
    row-gap: ${space[12]};
    margin-bottom: ${space[16]};
  }
`;

const Find = styled.div`
  display: flex;
  gap: ${space[12]};
  > :first-child {
    flex: 1;
    min-width: 0;
  }
`;

const Meter = styled.div`
  flex: 0 1 320px;
  /* Reserves the meter's height, so that the list does not move when it appears. */
  min-height: 34px;
  @media ${media.small} {
    flex-basis: 100%;
  }
`;

const OrderField = ({ kind }: { kind: ItemKind }): ReactNode => {
  const { field } = useListOrder<QuizListItem & FlashcardDeckListItem>(kind === 'quiz' ? quizOrders : deckOrders);
  return <SortField {...field} />;
};

/** The tools above a list: search, sort order, and usage of the plan's limit. */
export const ItemTools = ({ kind, search }: { kind: ItemKind; search: SearchText }): ReactNode => (
  <Row>
    <Find>
      <SearchField
        placeholder={kind === 'quiz' ? 'Search quizzes...' : 'Search flashcard decks...'}
        value={search.text}
        onChange={search.setText}
      />
      <OrderField kind={kind} />
    </Find>
    <Meter>
      <Slot name="billing/usage-meter/v1" props={{ thing: kind === 'quiz' ? 'quizzes' : 'flashcards' }} />
    </Meter>
  </Row>
);
