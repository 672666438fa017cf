import { usePageTitle, useSearchText, withParameters } from '@lectern/platform';
import { useSearchParams } from '@lectern/platform/router';
import { Button, PageHead, Plus, Tabs } from '@lectern/ui';
import { useState, type ReactNode } from 'react';
import { shortfallText } from '../shared/text';
import { CreateItemDialog } from './CreateItemDialog';
import type { ItemKind } from './itemWords';
import type { CreatedItem } from './useGeneration';
import { DismissibleNotice } from './DismissibleNotice';
import { DeckList, QuizList } from './ItemLists';
import { ItemTools } from './ItemTools';
import { useCreateDialog } from './useCreateDialog';
import { WriteOwnDeck } from './WriteOwnDeck';

const Information = ({ text, onDismiss }: { text: string | undefined; onDismiss: () => void }): ReactNode =>
  text !== undefined && <DismissibleNotice onDismiss={onDismiss}>{text}</DismissibleNotice>;

/** Quizzes and flashcard decks. Tab and search stand in the address; `?material=ID` opens the dialog for that guide. */
export const ItemsScreen = (): ReactNode => {
  const [parameters, setParameters] = useSearchParams();
  const kind: ItemKind = parameters.get('tab') === 'flashcards' ? 'deck' : 'quiz';
  usePageTitle(kind === 'quiz' ? 'Quizzes' : 'Flashcards');
  const search = useSearchText();
  const { dialog, open, close } = useCreateDialog(kind);
  const [information, setInformation] = useState<string>();

  const forget = (): void => {
    setInformation(undefined);
  };

  const created = ({ kind: made, item }: CreatedItem): void => {
    close();
    setInformation(item.shortfall && shortfallText(item.shortfall, made === 'quiz' ? 'questions' : 'cards'));
    // A search that the new item does not fit would hide it.
    search.setText('');
  };
  const createButton = (variant: 'primary' | 'secondary', label: string): ReactNode => (
    <Button variant={variant} icon={<Plus aria-hidden />} onClick={open}>
      {label}
    </Button>
  );
  const withTools = (list: ReactNode): ReactNode => (
    <>
      <ItemTools kind={kind} search={search} />
      <Information text={information} onDismiss={forget} />
      {list}
    </>
  );
  const quizzes = <QuizList q={search.settled} create={createButton('secondary', 'Create your first quiz')} />;
  const decks = <DeckList q={search.settled} create={createButton('secondary', 'Create your first deck')} />;

  return (
    <>
      <PageHead
        title="Quizzes and Flashcards"
        context="Test what you know, and keep it, from your own study guides."
        actions={
          <>
            {kind === 'deck' && <WriteOwnDeck />}
            {createButton('primary', kind === 'quiz' ? 'Create Quiz' : 'Create Flashcard Deck')}
          </>
        }
      />
      <Tabs
        label="Quizzes and flashcards"
        value={kind}
        onChange={(next) => {
          forget();
          setParameters((current) => withParameters(current, { tab: next === 'deck' ? 'flashcards' : undefined }));
        }}
        tabs={[
          { value: 'quiz', label: 'Quizzes', content: withTools(quizzes) },
          { value: 'deck', label: 'Flashcards', content: withTools(decks) },
        ]}
      />
      <CreateItemDialog kind={dialog?.kind} studyMaterialId={dialog?.studyMaterialId} onCreated={created} onClose={close} />
    </>
  );
};
