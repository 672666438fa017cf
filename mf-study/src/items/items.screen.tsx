import type { FlashcardDeck, Quiz } from '@lectern/contracts';
import { usePageTitle, useSearchText, withParameters } from '@lectern/platform';
import { useSearchParams } from '@lectern/platform/router';
import { Button, PageHead, Plus, space, Tabs, Upload } from '@lectern/ui';
import { useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { GenerationNotice } from '../shared/GenerationNotice';
import { useDeck, useQuiz } from '../shared/studyQueries';
import { CreateItemDialog } from './CreateItemDialog';
import type { ItemKind } from './itemWords';
import type { CreatedItem } from './useGeneration';
import { DeckList, QuizList } from './ItemLists';
import { ItemTools } from './ItemTools';
import { HeadActions } from './HeadActions';
import { useDeckImporting } from './import/useDeckImporting';
import { useCreateDialog } from './useCreateDialog';
import { useOwnDeck } from './useOwnDeck';

const EmptyActions = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: center;
  gap: ${space[12]};
`;

const FirstButton = ({ label, onClick }: { label: string; onClick: () => void }): ReactNode => (
  <Button variant="secondary" icon={<Plus aria-hidden />} onClick={onClick}>
    {label}
  </Button>
);

/** The actions of an empty list of decks. */
const FirstDeck = ({ onCreate, onImport }: { onCreate: () => void; onImport: () => void }): ReactNode => (
  <EmptyActions>
    <FirstButton label="Create your first deck" onClick={onCreate} />
    <Button variant="secondary" icon={<Upload aria-hidden />} onClick={onImport}>
      Import
    </Button>
  </EmptyActions>
);

/** Has a margin only if it contains a notice. */
const NoticePlace = styled.div`
  &:not(:empty) {
    margin-bottom: ${space[24]};
  }
`;

/** The notice for a new item. It updates while the item is being generated. */
const QuizNotice = ({ quiz }: { quiz: Quiz }): ReactNode => <GenerationNotice item={useQuiz(quiz._id, quiz).data ?? quiz} />;
const DeckNotice = ({ deck }: { deck: FlashcardDeck }): ReactNode => <GenerationNotice item={useDeck(deck._id, deck).data ?? deck} />;

/**
 * Quizzes and flashcard decks. The URL holds the tab and the search; `?material=ID` opens the dialog for that guide, `?import=1` the import of
 * decks.
 */
export const ItemsScreen = (): ReactNode => {
  const [parameters, setParameters] = useSearchParams();
  const kind: ItemKind = parameters.get('tab') === 'flashcards' ? 'deck' : 'quiz';
  usePageTitle(kind === 'quiz' ? 'Quizzes' : 'Flashcards');
  const search = useSearchText();
  const { dialog, open, close } = useCreateDialog(kind);
  const importing = useDeckImporting();
  const ownDeck = useOwnDeck();
  const [made, setMade] = useState<CreatedItem>();

  const created = (next: CreatedItem): void => {
    close();
    setMade(next);
    // Clears the search, which might hide the new item.
    search.setText('');
  };
  const tab = (of: ItemKind, List: typeof DeckList, create: ReactNode): ReactNode => (
    <>
      <ItemTools kind={of} search={search} />
      <NoticePlace>
        {made &&
          (made.kind === 'quiz' ? (
            <QuizNotice key={made.item._id} quiz={made.item} />
          ) : (
            <DeckNotice key={made.item._id} deck={made.item} />
          ))}
      </NoticePlace>
      <List q={search.settled} create={create} />
    </>
  );
  return (
    <>
      <PageHead
        title="Quizzes and Flashcards"
        context="Test and keep what you know, from your own study guides."
        actions={<HeadActions kind={kind} onCreate={open} onWriteOwn={ownDeck.open} onImport={importing.open} />}
      />
      <Tabs
        label="Quizzes and flashcards"
        value={kind}
        onChange={(next) => {
          setMade(undefined);
          setParameters((current) => withParameters(current, { tab: next === 'deck' ? 'flashcards' : undefined }));
        }}
        tabs={[
          {
            value: 'quiz',
            label: 'Quizzes',
            content: tab('quiz', QuizList, <FirstButton label="Create your first quiz" onClick={open} />),
          },
          { value: 'deck', label: 'Flashcards', content: tab('deck', DeckList, <FirstDeck onCreate={open} onImport={importing.open} />) },
        ]}
      />
      {kind === 'deck' && importing.overlays}
      {kind === 'deck' && ownDeck.dialog}
      <CreateItemDialog kind={dialog?.kind} studyMaterialId={dialog?.studyMaterialId} onCreated={created} onClose={close} />
    </>
  );
};
