import { Slot, useLimits, usePageTitle, useSearchText, withParameters } from '@lectern/platform';
import { useSearchParams } from '@lectern/platform/router';
import {
  Button,
  CardCell,
  CardGrid,
  type DrawingName,
  EmptyState,
  ErrorState,
  IconButton,
  LoadMore,
  media,
  Notice,
  PageHead,
  Plus,
  SearchField,
  space,
  Tabs,
  X,
} from '@lectern/ui';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { CardsSkeleton } from '../shared/CardsSkeleton';
import { itemsOf, useDeckList, useQuizList } from '../shared/studyQueries';
import { shortfallText } from '../shared/text';
import { CreateItemDialog, type CreatedItem, type ItemKind } from './CreateItemDialog';
import { DeckCard, QuizCard } from './ItemCard';
import { useDeletion } from './useDeletion';
import { useFocusKept } from './useFocusKept';

const Tools = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space[16]} ${space[32]};
  margin-bottom: ${space[24]};
  > :first-child {
    flex: 1 1 280px;
  }
`;

const Meter = styled.div`
  flex: 0 1 320px;
  /* Its room before it is there, so that the list does not jump. */
  min-height: 34px;
  @media ${media.small} {
    flex-basis: 100%;
  }
`;

const Information = styled.div`
  margin-bottom: ${space[24]};
`;

interface ListQueryView {
  isPending: boolean;
  isFetching: boolean;
  isPlaceholderData: boolean;
  isError: boolean;
  refetch: () => Promise<unknown>;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<unknown>;
}

interface ItemListProps<Item> {
  query: ListQueryView;
  items: readonly Item[];
  /** Not drawn, because their deletion is under way. */
  hiddenIds: readonly string[];
  isSearching: boolean;
  draw: (item: Item) => ReactNode;
  drawing: DrawingName;
  /** What a card shows while it loads. */
  skeleton: ReactNode;
  errorText: string;
  emptyText: string;
  nothingFoundText: string;
  create: ReactNode;
}

/** A tab's five states. */
const ItemList = <Item extends { _id: string }>(props: ItemListProps<Item>): ReactNode => {
  const { query, isSearching, draw, drawing, create, skeleton, hiddenIds, ...texts } = props;
  const items = hiddenIds.length === 0 ? props.items : props.items.filter(({ _id }) => !hiddenIds.includes(_id));
  const focus = useFocusKept(items.length);
  if (query.isPending) return skeleton;
  if (query.isError && items.length === 0) {
    return (
      <ErrorState onRetry={() => void query.refetch()} isRetrying={query.isFetching}>
        {texts.errorText}
      </ErrorState>
    );
  }
  if (items.length === 0) {
    return isSearching ? (
      <EmptyState drawing="search">{texts.nothingFoundText}</EmptyState>
    ) : (
      <EmptyState drawing={drawing} action={create}>
        {texts.emptyText}
      </EmptyState>
    );
  }
  return (
    <>
      <CardGrid aria-busy={query.isPlaceholderData} {...focus}>
        {items.map((item) => (
          <CardCell key={item._id}>{draw(item)}</CardCell>
        ))}
      </CardGrid>
      <LoadMore query={query} />
    </>
  );
};

/** Quizzes and flashcard decks. Tab and search stand in the address; `?material=ID` opens the dialog for that guide. */
export const ItemsScreen = (): ReactNode => {
  const [parameters, setParameters] = useSearchParams();
  const kind: ItemKind = parameters.get('tab') === 'flashcards' ? 'deck' : 'quiz';
  usePageTitle(kind === 'quiz' ? 'Quizzes' : 'Flashcards');
  const { limits, unlessAtLimit, query: limitsQuery } = useLimits();
  const search = useSearchText();
  const quizzes = useQuizList({ q: search.settled, isEnabled: kind === 'quiz' });
  const decks = useDeckList({ q: search.settled, isEnabled: kind === 'deck' });
  const quizDeletion = useDeletion('quiz');
  const deckDeletion = useDeletion('deck');
  const [dialog, setDialog] = useState<{ kind: ItemKind; studyMaterialId?: string | undefined }>();
  const [information, setInformation] = useState<string>();

  const openDialog = (studyMaterialId?: string): void => {
    unlessAtLimit(kind === 'quiz' ? 'quizzes' : 'flashcards', () => {
      setDialog({ kind, studyMaterialId });
    });
  };

  // A guide's "Quiz me" leads here. The limit has to be known first, and the address must not open the dialog again later.
  const material = parameters.get('material') ?? undefined;
  const isLimitKnown = limits !== undefined || limitsQuery.isError;
  const openFor = useEffectEvent((studyMaterialId: string) => {
    setParameters((current) => withParameters(current, { material: undefined }), { replace: true });
    openDialog(studyMaterialId);
  });
  useEffect(() => {
    if (material !== undefined && isLimitKnown) openFor(material);
  }, [material, isLimitKnown]);

  const created = ({ kind: made, item }: CreatedItem): void => {
    setDialog(undefined);
    setInformation(item.shortfall && shortfallText(item.shortfall, made === 'quiz' ? 'questions' : 'cards'));
    // A search that the new item does not answer to would hide it.
    search.setText('');
  };

  const createLabel = kind === 'quiz' ? 'Create Quiz' : 'Create Flashcard Deck';
  const createButton = (variant: 'primary' | 'secondary', label: string): ReactNode => (
    <Button
      variant={variant}
      icon={<Plus aria-hidden />}
      onClick={() => {
        openDialog();
      }}
    >
      {label}
    </Button>
  );

  const tools = (
    <>
      <Tools>
        <SearchField
          placeholder={kind === 'quiz' ? 'Search quizzes...' : 'Search flashcard decks...'}
          value={search.text}
          onChange={search.setText}
        />
        <Meter>
          <Slot name="billing/usage-meter/v1" props={{ thing: kind === 'quiz' ? 'quizzes' : 'flashcards' }} />
        </Meter>
      </Tools>
      {information !== undefined && (
        <Information role="status">
          <Notice
            action={
              <IconButton
                label="Dismiss"
                onClick={() => {
                  setInformation(undefined);
                }}
              >
                <X aria-hidden />
              </IconButton>
            }
          >
            {information}
          </Notice>
        </Information>
      )}
    </>
  );

  return (
    <>
      <PageHead
        title="Quizzes and Flashcards"
        context="Test what you know, and keep it, from your own study guides."
        actions={createButton('primary', createLabel)}
      />
      <Tabs
        label="Quizzes and flashcards"
        value={kind}
        onChange={(next) => {
          setInformation(undefined);
          setParameters((current) => withParameters(current, { tab: next === 'deck' ? 'flashcards' : undefined }));
        }}
        tabs={[
          {
            value: 'quiz',
            label: 'Quizzes',
            content: (
              <>
                {tools}
                <ItemList
                  query={quizzes}
                  items={itemsOf(quizzes.data)}
                  isSearching={search.settled !== ''}
                  hiddenIds={quizDeletion.pendingIds}
                  draw={(quiz) => <QuizCard item={quiz} onDelete={quizDeletion.ask} />}
                  drawing="quiz"
                  skeleton={<CardsSkeleton label="Loading quizzes" lines={1} foot={[22, 40]} />}
                  errorText="Failed to load quizzes"
                  emptyText="No quizzes yet. Create one from a study guide."
                  nothingFoundText="No quizzes found matching your search."
                  create={createButton('secondary', 'Create your first quiz')}
                />
              </>
            ),
          },
          {
            value: 'deck',
            label: 'Flashcards',
            content: (
              <>
                {tools}
                <ItemList
                  query={decks}
                  items={itemsOf(decks.data)}
                  isSearching={search.settled !== ''}
                  hiddenIds={deckDeletion.pendingIds}
                  draw={(deck) => <DeckCard item={deck} onDelete={deckDeletion.ask} />}
                  drawing="card"
                  skeleton={<CardsSkeleton label="Loading flashcard decks" foot={[22, 40]} />}
                  errorText="Failed to load flashcards"
                  emptyText="No flashcard decks yet. Create one from a study guide."
                  nothingFoundText="No flashcard decks found matching your search."
                  create={createButton('secondary', 'Create your first deck')}
                />
              </>
            ),
          },
        ]}
      />
      <CreateItemDialog
        kind={dialog?.kind}
        studyMaterialId={dialog?.studyMaterialId}
        onCreated={created}
        onClose={() => {
          setDialog(undefined);
        }}
      />
    </>
  );
};
