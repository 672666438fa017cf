import { ArrowLeft, ArrowRight, Button, media, space, Sparkles } from '@lectern/ui';
import type { Dispatch, MouseEvent, ReactNode } from 'react';
import { styled } from 'styled-components';
import { isFirstCard, isLastCard, type CardAction, type CardSession } from './CardSession';

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space[12]};
  margin: ${space[24]} 0;
  > div {
    display: flex;
    flex-wrap: wrap;
    gap: ${space[12]};
  }
  @media ${media.small} {
    > *,
    > div > * {
      flex: 1 1 auto;
    }
  }
`;

export interface CardMovesProps {
  session: CardSession;
  dispatch: Dispatch<CardAction>;
  onGenerate: () => void;
}

/** Back, on, and at the last card: new cards. */
export const CardMoves = ({ session, dispatch, onGenerate }: CardMovesProps): ReactNode => {
  const isLast = isLastCard(session);
  const go =
    (type: 'next' | 'previous') =>
    (event: MouseEvent<HTMLElement>): void => {
      // After a pointer click the button drops the focus, so that Space flips the card. After a key press it keeps the focus.
      if (event.detail > 0) event.currentTarget.blur();
      dispatch({ type });
    };
  return (
    <Row>
      <Button variant="secondary" icon={<ArrowLeft aria-hidden />} disabled={isFirstCard(session)} onClick={go('previous')}>
        Previous
      </Button>
      <div>
        {isLast && (
          <Button icon={<Sparkles aria-hidden />} onClick={onGenerate}>
            Generate New Cards
          </Button>
        )}
        <Button variant={isLast ? 'secondary' : 'primary'} disabled={isLast} onClick={go('next')}>
          Next
          <ArrowRight aria-hidden />
        </Button>
      </div>
    </Row>
  );
};
