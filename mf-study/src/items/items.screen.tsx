import { usePageTitle, useSearchText, withParameters } from '@lectern/platform';
import { useSearchParams } from '@lectern/platform/router';
import { Button, PageHead, Plus, space, Tabs } from '@lectern/ui';
import { useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { shortfallText } from '../shared/text';
import { CreateItemDialog } from './CreateItemDialog';
import type { ItemKind } from './itemWords';
import type { CreatedItem } from './useGeneration';
import { DismissibleNotice } from './DismissibleNotice';
import { DeckList, QuizList } from './ItemLists';
import { ItemTools } from './ItemTools';
import { useDeckImporting } from './import/ImportDecks';
import { useCreateDialog } from './useCreateDialog';
import { WriteOwnDeck } from './WriteOwnDeck';

const EmptyActions = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: center;
  gap: ${space[12]};
`;

const createLabels: Record<ItemKind, string> = { quiz: 'Create Quiz', deck: 'Create Flashcard Deck' };

/** The ways to a new quiz or deck: at most one primary button. */
const HeadActions = ({
  kind,
  importButton,
  createButton,
}: {
  kind: ItemKind;
  importButton: ReactNode;
  createButton: ReactNode;
}): ReactNode => (
  <>
    {kind === 'deck' && <WriteOwnDeck />}
    {kind === 'deck' && importButton}
    {createButton}
  </>
);

const Information = ({ text, onDismiss }: { text: string | undefined; onDismiss: () => void }): ReactNode =>
  text !== undefined && <DismissibleNotice onDismiss={onDismiss}>{text}</DismissibleNotice>;

/** Quizzes and flashcard decks. Tab and search stand in the address; `?material=ID` opens the dialog for that guide. */
export const ItemsScreen = (): ReactNode => {
  const [parameters, setParameters] = useSearchParams();
  const kind: ItemKind = parameters.get('tab') === 'flashcards' ? 'deck' : 'quiz';
  usePageTitle(kind === 'quiz' ? 'Quizzes' : 'Flashcards');
  const search = useSearchText();
  const { dialog, open, close } = useCreateDialog(kind);
  const importing = useDeckImporting();
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
  const firstDeck = (
    <EmptyActions>
      {createButton('secondary', 'Create your first deck')}
      {importing.button}
    </EmptyActions>
  );
  const tab = (of: ItemKind, List: typeof DeckList, create: ReactNode): ReactNode => (
    <>
      <ItemTools kind={of} search={search} />
      <Information text={information} onDismiss={forget} />
      <List q={search.settled} create={create} />
    </>
  );
  return (
    <>
      <PageHead
        title="Quizzes and Flashcards"
        context="Test what you know, and keep it, from your own study guides."
        actions={<HeadActions kind={kind} importButton={importing.button} createButton={createButton('primary', createLabels[kind])} />}
      />
      <Tabs
        label="Quizzes and flashcards"
        value={kind}
        onChange={(next) => {
          forget();
          setParameters((current) => withParameters(current, { tab: next === 'deck' ? 'flashcards' : undefined }));
        }}
        tabs={[
          { value: 'quiz', label: 'Quizzes', content: tab('quiz', QuizList, createButton('secondary', 'Create your first quiz')) },
          { value: 'deck', label: 'Flashcards', content: tab('deck', DeckList, firstDeck) },
        ]}
      />
      {kind === 'deck' && importing.overlays}
      <CreateItemDialog kind={dialog?.kind} studyMaterialId={dialog?.studyMaterialId} onCreated={created} onClose={close} />
    </>
  );
};
