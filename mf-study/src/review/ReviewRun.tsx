import type { QueuedReview, ReviewRating } from '@lectern/contracts';
import { useSourcePage } from '@lectern/platform';
import { Button, IconButton, space, Undo2 } from '@lectern/ui';
import { useRef, useState, type ReactNode, type RefObject } from 'react';
import { styled } from 'styled-components';
import { CardHint } from '../flashcards/CardHint';
import { EditCardDialog } from '../flashcards/EditCardDialog';
import { FlipCard } from '../flashcards/FlipCard';
import { isShortBack, TypedAnswer } from '../flashcards/TypedAnswer';
import { useCardFocus } from '../flashcards/useCardFocus';
import { useFirstTime } from '../flashcards/useFirstTime';
import { AnswerVerdict } from '../quiz/AnswerVerdict';
import { EditQuestionDialog } from '../quiz/EditQuestionDialog';
import { QuestionView } from '../quiz/QuestionView';
import { ChooseFirst } from '../shared/ChooseFirst';
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

interface ItemViewProps extends ItemProps {
  areKeysShown: boolean;
  /** Called with the typed answer to a card with a short back. Undefined if answers are not typed. */
  onTyped: ((typed: string) => void) | undefined;
}

const ReviewCard = ({ view, item, areKeysShown, onTyped }: ItemViewProps & { item: QueuedReview & { kind: 'card' } }): ReactNode => {
  const button = useRef<HTMLButtonElement>(null);
  const guide = item.source?.studyMaterialId ?? item.studyMaterialId;
  const renewPicture = useRenewedPicture(guide);
  const page = useSourcePage(guide, item.source ? [item.source.pointer] : []);
  const place = `${item.itemId} ${String(view.session.steps.length)}`;
  useCardFocus(button, place);
  const { isShown } = view.session;
  const isTyped = onTyped !== undefined && isShortBack(item.back);
  return (
    <>
      <FlipCard
        key={place}
        ref={button}
        card={cardOf(item)}
        language={item.language}
        page={page}
        renewPicture={renewPicture}
        isFlipped={isShown}
        onFlip={view.flip}
        isLow
      />
      <Below>
        {!isShown && <CardHint key={`hint ${place}`} hint={item.hint} />}
        {isTyped && (
          <TypedAnswer
            key={`answer ${place}`}
            back={item.back}
            isFlipped={isShown}
            onAnswer={(typed) => {
              onTyped(typed);
              view.flip();
              button.current?.focus({ preventScroll: true });
            }}
          />
        )}
        {/* The field for the answer takes these keys as text. */}
        {areKeysShown && (isShown || !isTyped) && (
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

const ReviewItemView = (props: ItemViewProps): ReactNode => {
  const { view, current } = props;
  const { item } = current;
  const { session } = view;
  if (item.kind === 'card') return <ReviewCard {...props} item={item} />;
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
  const mustChoose = item.kind === 'question' && session.chosen === undefined;
  if (!session.isShown)
    return (
      <>
        {mustChoose && <ChooseFirst />}
        <Button isLarge disabled={mustChoose} onClick={flip}>
          Show Answer
        </Button>
      </>
    );
  if (item.kind === 'card') return <RatingButtons preview={item.preview} previewedAt={previewedAt} onRate={rate} />;
  const rating = isRight(item, session.chosen) ? 'good' : 'again';
  return (
    <>
      <AnswerVerdict isInLine question={item} chosen={session.chosen} />
      <Button
        isLarge
        onClick={() => {
          rate(rating);
        }}
      >
        Next{previewedAt !== undefined && `, back in ${waitWords(item.preview[rating], previewedAt)}`}
      </Button>
    </>
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

interface ReviewRunMenuProps extends Pick<ReviewRunProps, 'tomorrow'> {
  view: ReviewSessionView;
  item: QueuedReview;
  onEdit: () => void;
  itemPlace: RefObject<HTMLDivElement | null>;
}

export interface ReviewRunProps extends ItemProps {
  /** 'Review' or 'Study'. */
  title: string;
  /** Offers to type the answer to cards with a short back. */
  hasTypedAnswers: boolean;
  /** Path that the close button leads to. */
  closeTo: string;
  /** Start of the learner's next day, until which an item is buried. ISO 8601; undefined while unknown. */
  tomorrow: string | undefined;
}

/** Rates an item after a typed answer with that evidence. */
const useTypedEvidence = (view: ReviewSessionView): { view: ReviewSessionView; onTyped: (typed: string) => void } => {
  const done = view.session.steps.length;
  const [typedAt, setTypedAt] = useState<number>();
  const rate = (rating: ReviewRating): void => {
    view.rate(rating, typedAt === done ? 'typed' : 'review');
  };
  return {
    view: { ...view, rate },
    onTyped: (typed) => {
      setTypedAt(typed === '' ? undefined : done);
    },
  };
};

const ReviewRunMenu = ({ view, item, tomorrow, onEdit, itemPlace }: ReviewRunMenuProps): ReactNode => (
  <ReviewMenu
    key={item.itemId}
    kind={item.kind}
    canUndo={view.session.steps.length > 0}
    onUndo={view.undo}
    onEdit={onEdit}
    onSuspend={() => void view.suspend()}
    onBury={() => void view.bury(tomorrow)}
    onForget={() => void view.forget()}
    itemElement={() => itemPlace.current?.querySelector<HTMLElement>('h2[tabindex], button')}
  />
);

/** The current item, in focus mode. */
export const ReviewRun = ({ view: given, current, title, closeTo, tomorrow, hasTypedAnswers }: ReviewRunProps): ReactNode => {
  const { view, onTyped } = useTypedEvidence(given);
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
  return (
    <>
      <FocusPage
        closeTo={closeTo}
        title={title}
        description={splitTitle(item.title)[1]}
        menu={
          <>
            {done > 0 && (
              <IconButton label="Undo" onClick={undo}>
                <Undo2 aria-hidden />
              </IconButton>
            )}
            <ReviewRunMenu {...{ view, item, tomorrow, itemPlace }} onEdit={edit} />
          </>
        }
        position={{ label: `${String(done)} reviewed, ${leftWords(view)}`, percent: (done / Math.max(1, done + left)) * 100 }}
        actions={<ReviewActions key={session.isShown ? 'rate' : 'show'} view={view} current={current} />}
      >
        <ReviewPosition view={view} />
        <div ref={itemPlace}>
          <ReviewItemView
            view={view}
            current={current}
            areKeysShown={areKeysNew && !wereKeysUsed}
            onTyped={hasTypedAnswers ? onTyped : undefined}
          />
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
