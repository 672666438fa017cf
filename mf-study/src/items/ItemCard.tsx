import type { FlashcardDeckListItem, QuizListItem } from '@lectern/contracts';
import { formatDate } from '@lectern/platform';
import { Link } from '@lectern/platform/router';
import { Badge, Button, Card, CardMeta, CardText, CardTitle, Menu, Play, space, Trash2 } from '@lectern/ui';
import { memo, useId, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { cleanDescription, counted } from '../shared/text';

const Foot = styled.div`
  display: grid;
  gap: ${space[16]};
  margin-top: auto;
  > a {
    justify-self: start;
  }
`;

const Lines = styled(CardText)`
  display: -webkit-box;
  flex: none;
  overflow: hidden;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 3;
`;

export interface ItemCardProps<Item> {
  item: Item;
  /** Pass a stable function, because the cards are memoized. */
  onDelete: (item: Item) => void;
}

/** A quiz in the list. */
export const QuizCard = memo(function QuizCard({ item, onDelete }: ItemCardProps<QuizListItem>): ReactNode {
  const titleId = useId();
  const description = cleanDescription(item.description);
  return (
    <Card
      menu={
        <Menu
          title={item.title}
          entries={[
            {
              label: 'Delete Quiz',
              icon: <Trash2 aria-hidden />,
              isDestructive: true,
              onSelect: () => {
                onDelete(item);
              },
            },
          ]}
        />
      }
    >
      <CardTitle id={titleId}>{item.title}</CardTitle>
      {description !== '' && <Lines>{description}</Lines>}
      <Foot>
        <CardMeta>
          <span>{counted(item.questionCount, 'question')}</span>
          {item.currentScore > 0 && <Badge tone="accent">Best: {item.currentScore}%</Badge>}
          <span>{formatDate(item.createdAt)}</span>
        </CardMeta>
        <Button as={Link} to={`/quizzes/${item._id}`} variant="secondary" icon={<Play aria-hidden />} aria-describedby={titleId}>
          Take Quiz
        </Button>
      </Foot>
    </Card>
  );
});

/** A deck in the list. */
export const DeckCard = memo(function DeckCard({ item, onDelete }: ItemCardProps<FlashcardDeckListItem>): ReactNode {
  const titleId = useId();
  return (
    <Card
      menu={
        <Menu
          title={item.title}
          entries={[
            {
              label: 'Delete Deck',
              icon: <Trash2 aria-hidden />,
              isDestructive: true,
              onSelect: () => {
                onDelete(item);
              },
            },
          ]}
        />
      }
    >
      <CardTitle id={titleId}>{item.title}</CardTitle>
      <Foot>
        <CardMeta>
          <span>{counted(item.cardCount, 'card')}</span>
          <span>{formatDate(item.createdAt) || 'Recently'}</span>
        </CardMeta>
        <Button as={Link} to={`/flashcards/${item._id}`} variant="secondary" icon={<Play aria-hidden />} aria-describedby={titleId}>
          Start Learning
        </Button>
      </Foot>
    </Card>
  );
});
