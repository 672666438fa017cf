import { counted, type FlashcardDeckListItem, type Generation, type QuizListItem } from '@lectern/contracts';
import { formatDate, type Place } from '@lectern/platform';
import { Link, useNavigate } from '@lectern/platform/router';
import {
  Badge,
  Button,
  Card,
  CardMeta,
  CardText,
  CardTitle,
  Check,
  Clock,
  Copy,
  Download,
  Menu,
  Pencil,
  Play,
  Printer,
  Repeat,
  SelectionBox,
  Share2,
  space,
  Trash2,
  TrendingUp,
  type MenuEntry,
} from '@lectern/ui';
import { memo, useId, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { ItemTitle } from '../shared/ItemTitle';
import { useDeck, useQuiz } from '../shared/studyQueries';
import { cleanDescription } from '../shared/text';
import { deckExports, quizExports } from './exportEntries';

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

/** The actions of a card's menu. Pass a stable object, because the cards are memoised. */
export interface ItemCardActions<Item> {
  onRename: (item: Item) => void;
  onCopy: (item: Item) => void;
  onShare: (item: Item) => void;
  onDelete: (item: Item) => void;
  /** Selects or deselects the item. */
  onSelect: (item: Item) => void;
}

export interface ItemCardProps<Item> {
  item: Item;
  actions: ItemCardActions<Item>;
  /** The position where the learner left off: 'Question 3 of 10'. */
  position?: Place['position'] | undefined;
  /** Whether the item is selected; undefined outside selection mode. */
  isSelected?: boolean | undefined;
}

const entriesOf = <Item,>(
  item: Item,
  { onRename, onCopy, onShare, onDelete, onSelect }: ItemCardActions<Item>,
  { exports, onPrint, deletion }: { exports: readonly MenuEntry[]; onPrint: () => void; deletion: string },
): MenuEntry[] => [
  {
    label: 'Rename',
    icon: <Pencil aria-hidden />,
    onSelect: () => {
      onRename(item);
    },
  },
  {
    label: 'Duplicate',
    icon: <Copy aria-hidden />,
    onSelect: () => {
      onCopy(item);
    },
  },
  {
    label: 'Share',
    icon: <Share2 aria-hidden />,
    onSelect: () => {
      onShare(item);
    },
  },
  { label: 'Export', icon: <Download aria-hidden />, entries: exports },
  { label: 'Print', icon: <Printer aria-hidden />, onSelect: onPrint },
  {
    label: 'Select',
    icon: <Check aria-hidden />,
    onSelect: () => {
      onSelect(item);
    },
  },
  {
    label: deletion,
    icon: <Trash2 aria-hidden />,
    isDestructive: true,
    onSelect: () => {
      onDelete(item);
    },
  },
];

interface CornerProps<Item> extends Pick<ItemCardProps<Item>, 'item' | 'actions' | 'isSelected'> {
  entries: readonly MenuEntry[];
}

/** A card's menu, or its checkbox in selection mode. */
const Corner = <Item extends { title: string }>({ item, entries, actions, isSelected }: CornerProps<Item>): ReactNode =>
  isSelected === undefined ? (
    <Menu title={item.title} entries={entries} />
  ) : (
    <SelectionBox
      title={item.title}
      isSelected={isSelected}
      onChange={() => {
        actions.onSelect(item);
      }}
    />
  );

const Growing = ({ generation: { made, asked } }: { generation: Generation }): ReactNode => (
  <Badge tone="info">
    {made} of {asked} made
  </Badge>
);
/** Progress of a quiz that is still being generated. While it is visible, it polls the quiz. */
const GrowingQuiz = ({ item, generation }: { item: QuizListItem; generation: Generation }): ReactNode => (
  <Growing generation={useQuiz(item._id).data?.generation ?? generation} />
);
const GrowingDeck = ({ item, generation }: { item: FlashcardDeckListItem; generation: Generation }): ReactNode => (
  <Growing generation={useDeck(item._id).data?.generation ?? generation} />
);

export const QuizCard = memo(function QuizCard({ item, actions, position, isSelected }: ItemCardProps<QuizListItem>): ReactNode {
  const titleId = useId();
  const navigate = useNavigate();
  const description = cleanDescription(item.description);
  const entries: MenuEntry[] = [
    { label: 'Take as a Test', icon: <Clock aria-hidden />, onSelect: () => void navigate(`/quizzes/${item._id}?mode=test`) },
    { label: 'Attempts', icon: <TrendingUp aria-hidden />, onSelect: () => void navigate(`/quizzes/${item._id}/attempts`) },
    ...entriesOf(item, actions, {
      exports: quizExports(item._id),
      onPrint: () => void navigate(`/quizzes/${item._id}/print`),
      deletion: 'Delete Quiz',
    }),
  ];
  return (
    <Card menu={<Corner item={item} entries={entries} actions={actions} isSelected={isSelected} />}>
      <CardTitle id={titleId}>
        <ItemTitle title={item.title} />
      </CardTitle>
      {description !== '' && <Lines>{description}</Lines>}
      <Foot>
        <CardMeta>
          <span>{counted(item.questionCount, 'question')}</span>
          {item.generation?.state === 'running' && <GrowingQuiz item={item} generation={item.generation} />}
          {position !== undefined && <Badge tone="info">{position}</Badge>}
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

export const DeckCard = memo(function DeckCard({ item, actions, position, isSelected }: ItemCardProps<FlashcardDeckListItem>): ReactNode {
  const titleId = useId();
  const navigate = useNavigate();
  const entries: MenuEntry[] = [
    { label: 'Review', icon: <Repeat aria-hidden />, onSelect: () => void navigate(`/review?deckId=${item._id}`) },
    ...entriesOf(item, actions, {
      exports: deckExports(item._id),
      onPrint: () => void navigate(`/flashcards/${item._id}/print`),
      deletion: 'Delete Deck',
    }),
  ];
  return (
    <Card menu={<Corner item={item} entries={entries} actions={actions} isSelected={isSelected} />}>
      <CardTitle id={titleId}>
        <ItemTitle title={item.title} />
      </CardTitle>
      <Foot>
        <CardMeta>
          <span>{counted(item.cardCount, 'card')}</span>
          {item.generation?.state === 'running' && <GrowingDeck item={item} generation={item.generation} />}
          {position !== undefined && <Badge tone="info">{position}</Badge>}
          <span>{formatDate(item.createdAt) || 'Recently'}</span>
        </CardMeta>
        <Button as={Link} to={`/flashcards/${item._id}`} variant="secondary" icon={<Play aria-hidden />} aria-describedby={titleId}>
          Start Learning
        </Button>
      </Foot>
    </Card>
  );
});
