import type { QueuedReview } from '@lectern/contracts';
import { Button, IconButton, space, Undo2 } from '@lectern/ui';
import { useRef, useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { CardHint } from '../flashcards/CardHint';
import { EditCardDialog } from '../flashcards/EditCardDialog';
import { FlipCard } from '../flashcards/FlipCard';
import { useCardFocus } from '../flashcards/useCardFocus';
import { useFirstTime } from '../flashcards/useFirstTime';
import { EditQuestionDialog } from '../quiz/EditQuestionDialog';
import { QuestionView } from '../quiz/QuestionView';
import { FocusPage } from '../shared/FocusPage';
import { KeysHint } from '../shared/KeysHint';
import { AskAbout } from '../shared/AskAbout';
import { SourceNote } from '../shared/SourceNote';
import { useRenewedPicture } from '../shared/SourcePictures';
import { splitTitle } from '../shared/text';
import { RatingButtons } from './RatingButtons';
import { cardOf, editedCard, editedQuestion, questionOf } from './reviewItems';
import { ReviewMenu } from './ReviewMenu';
import { leftWords, ReviewPosition } from './ReviewPosition';
import { isRight, type SessionItem } from './ReviewSession';
import { waitWords } from './reviewWords';
import { useReviewKeys } from './useReviewKeys';
import type { ReviewSessionView } from './useReviewSession';

const Below = styled.div`
  display: grid;
  gap: ${space[16]};
  margin-top: ${space[16]};
`;

interface ItemProps {
  view: ReviewSessionView;
  current: SessionItem;
}

const ReviewCard = ({
  view,
  item,
  areKeysShown,
}: ItemProps & { item: QueuedReview & { kind: 'card' }; areKeysShown: boolean }): ReactNode => {
  const button = useRef<HTMLButtonElement>(null);
  const guide = item.source?.studyMaterialId ?? item.studyMaterialId;
  const renewPicture = useRenewedPicture(guide);
  const place = `${item.itemId} ${String(view.session.steps.length)}`;
  useCardFocus(button, place);
  const { isShown } = view.session;
  return (
    <>
      <FlipCard
        key={place}
        ref={button}
        card={cardOf(item)}
        language={item.language}
        renewPicture={renewPicture}
        isFlipped={isShown}
        onFlip={view.flip}
        isLow
      />
      <Below>
        {!isShown && <CardHint key={`hint ${place}`} hint={item.hint} />}
        {areKeysShown && (
          <KeysHint>
            <span>Space flips the card, 1 to 4 rate it, S opens the source, E edits, Z undoes.</span>
            <span>Tap the card to see its back, then say how well you knew it.</span>
          </KeysHint>
        )}
        {isShown && item.source && (
          <SourceNote key={place} source={item.source} language={item.language} studyMaterialId={item.studyMaterialId} hasKey />
        )}
        {isShown && guide !== null && <AskAbout key={`ask ${place}`} studyMaterialId={guide} itemId={item.itemId} />}
      </Below>
    </>
  );
};

const ReviewItemView = ({ view, current, areKeysShown }: ItemProps & { areKeysShown: boolean }): ReactNode => {
  const { item } = current;
  const { session } = view;
  if (item.kind === 'card') return <ReviewCard view={view} current={current} item={item} areKeysShown={areKeysShown} />;
  return (
    <QuestionView
      key={`${item.itemId} ${String(session.steps.length)}`}
      quiz={{ _id: item.parentId, studyMaterialId: item.studyMaterialId, language: item.language }}
      question={questionOf(item)}
      chosen={session.chosen}
      isShown={session.isShown}
      onSelect={view.choose}
      hasSourceKey
    />
  );
};

const ReviewActions = ({ view, current }: ItemProps): ReactNode => {
  const { item, previewedAt } = current;
  const { session, flip, rate } = view;
  if (!session.isShown)
    return (
      <Button isLarge disabled={item.kind === 'question' && session.chosen === undefined} onClick={flip}>
        Show Answer
      </Button>
    );
  if (item.kind === 'card') return <RatingButtons preview={item.preview} previewedAt={previewedAt} onRate={rate} />;
  const rating = isRight(item, session.chosen) ? 'good' : 'again';
  return (
    <Button
      isLarge
      onClick={() => {
        rate(rating);
      }}
    >
      Next{previewedAt !== undefined && `, back in ${waitWords(item.preview[rating], previewedAt)}`}
    </Button>
  );
};

const EditDialog = ({ item, view, onClose }: { item: QueuedReview; view: ReviewSessionView; onClose: () => void }): ReactNode =>
  item.kind === 'card' ? (
    <EditCardDialog
      deckId={item.parentId}
      card={cardOf(item)}
      onClose={onClose}
      onSaved={(deck) => {
        view.edited(editedCard(item, deck));
      }}
    />
  ) : (
    <EditQuestionDialog
      quizId={item.parentId}
      question={questionOf(item)}
      onClose={onClose}
      onSaved={(quiz) => {
        view.edited(editedQuestion(item, quiz));
      }}
    />
  );

export interface ReviewRunProps extends ItemProps {
  /** Path that the close button leads to. */
  closeTo: string;
  /** Start of the learner's next day, until which an item is buried. ISO 8601; undefined while unknown. */
  tomorrow: string | undefined;
}

/** The current item, in focus mode. */
export const ReviewRun = ({ view, current, closeTo, tomorrow }: ReviewRunProps): ReactNode => {
  const [isEditing, setIsEditing] = useState(false);
  const itemPlace = useRef<HTMLDivElement>(null);
  const areKeysNew = useFirstTime('review-keys');
  const edit = (): void => {
    setIsEditing(true);
  };
  const wereKeysUsed = useReviewKeys({ view, onEdit: edit });
  const { item } = current;
  const { session, left, undo } = view;
  const done = session.steps.length;
  const canUndo = done > 0;
  return (
    <>
      <FocusPage
        closeTo={closeTo}
        title="Review"
        description={splitTitle(item.title)[1]}
        badge={
          canUndo && (
            <IconButton label="Undo" onClick={undo}>
              <Undo2 aria-hidden />
            </IconButton>
          )
        }
        menu={
          <ReviewMenu
            key={item.itemId}
            kind={item.kind}
            canUndo={canUndo}
            onUndo={undo}
            onEdit={edit}
            onSuspend={() => void view.suspend()}
            onBury={() => void view.bury(tomorrow)}
            onForget={() => void view.forget()}
            itemElement={() => itemPlace.current?.querySelector<HTMLElement>('h2[tabindex], button')}
          />
        }
        position={{ label: `${String(done)} reviewed, ${leftWords(view)}`, percent: (done / Math.max(1, done + left)) * 100 }}
        actions={<ReviewActions key={session.isShown ? 'rate' : 'show'} view={view} current={current} />}
      >
        <ReviewPosition view={view} />
        <div ref={itemPlace}>
          <ReviewItemView view={view} current={current} areKeysShown={areKeysNew && !wereKeysUsed} />
        </div>
      </FocusPage>
      {isEditing && (
        <EditDialog
          item={item}
          view={view}
          onClose={() => {
            setIsEditing(false);
          }}
        />
      )}
    </>
  );
};
