import { ArrowLeft, ArrowRight, Button, media, visuallyHidden } from '@lectern/ui';
import type { Dispatch, MouseEvent, ReactNode } from 'react';
import { styled } from 'styled-components';
import { isFirstCard, isLastCard, type CardAction, type CardSession } from './CardSession';

/** On a phone only the arrow is visible, so that four buttons fit. */
const Label = styled.span`
  @media ${media.small} {
    ${visuallyHidden}
  }
`;

const Step = styled(Button)`
  @media ${media.small} {
    && {
      flex: 0 0 48px;
    }
  }
`;

export interface CardMovesProps {
  session: CardSession;
  dispatch: Dispatch<CardAction>;
  onFlip: () => void;
}

/** A card's buttons: previous, flip or the two ratings, next. */
export const CardMoves = ({ session, dispatch, onFlip }: CardMovesProps): ReactNode => {
  const act =
    (action: CardAction) =>
    (event: MouseEvent<HTMLElement>): void => {
      // After a pointer click the button loses focus, so that Space flips the card. After a key press it keeps focus.
      if (event.detail > 0) event.currentTarget.blur();
      dispatch(action);
    };
  const isLast = isLastCard(session);
  return (
    <>
      <Step
        variant="secondary"
        isLarge
        icon={<ArrowLeft aria-hidden />}
        disabled={isFirstCard(session)}
        onClick={act({ type: 'previous' })}
      >
        <Label>Previous</Label>
      </Step>
      {session.isFlipped ? (
        <>
          <Button variant="secondary" isLarge onClick={act({ type: 'mark', mark: 'missed' })}>
            Not yet
          </Button>
          <Button isLarge onClick={act({ type: 'mark', mark: 'known' })}>
            Got it
          </Button>
        </>
      ) : (
        <>
          {isLast && (
            <Button variant="secondary" isLarge onClick={act({ type: 'finish' })}>
              Finish
            </Button>
          )}
          <Button isLarge onClick={onFlip}>
            Flip
          </Button>
        </>
      )}
      <Step variant="secondary" isLarge disabled={isLast} onClick={act({ type: 'next' })}>
        <Label>Next</Label>
        <ArrowRight aria-hidden />
      </Step>
    </>
  );
};
