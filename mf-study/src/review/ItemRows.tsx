import type { ListedReviewItem } from '@lectern/contracts';
import { color, ItemText, size, space } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { splitTitle } from '../shared/text';

const Rows = styled.ul`
  display: grid;
`;

const Row = styled.li`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: center;
  gap: ${space[4]} ${space[12]};
  padding-block: ${space[8]};
  border-top: 1px solid ${color.line};
  &:first-child {
    border-top: 0;
  }
  p {
    display: -webkit-box;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    overflow-wrap: anywhere;
  }
  small {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: ${space[4]} ${space[8]};
    font-size: ${size[14]};
    color: ${color['ink-soft']};
    overflow-wrap: anywhere;
  }
`;

/** The item's prompt. */
export const askedBy = (item: ListedReviewItem): string => (item.kind === 'card' ? item.front : item.question);

export interface ItemRowsProps {
  items: readonly ListedReviewItem[];
  /** Shown after the title of the deck or quiz. */
  facts: (item: ListedReviewItem) => ReactNode;
  /** @param number - one-based */
  actions: (item: ListedReviewItem, number: number) => ReactNode;
}

/** A list of items: their prompts, deck or quiz, and actions. */
export const ItemRows = ({ items, facts, actions }: ItemRowsProps): ReactNode => (
  <Rows>
    {items.map((item, index) => (
      <Row key={item.itemId}>
        <div>
          <p dir="auto" lang={item.language}>
            <ItemText>{askedBy(item)}</ItemText>
          </p>
          <small>
            {splitTitle(item.title)[1]} {facts(item)}
          </small>
        </div>
        <div>{actions(item, index + 1)}</div>
      </Row>
    ))}
  </Rows>
);
