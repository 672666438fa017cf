import type { Flashcard } from '@lectern/contracts';
import { color, font, media, motion, radius, shadow, size, space, VisuallyHidden } from '@lectern/ui';
import { useRef, useState, type PointerEvent, type ReactNode, type Ref } from 'react';
import { css, styled } from 'styled-components';

const Scene = styled.div`
  perspective: 1600px;
`;

const Body = styled.button<{ $isFlipped: boolean }>`
  display: grid;
  width: 100%;
  min-height: min(380px, 56dvh);
  padding: 0;
  border: 0;
  border-radius: ${radius.card};
  background: none;
  color: inherit;
  text-align: center;
  transform-style: preserve-3d;
  transition: transform ${motion.flip};
  transform: ${({ $isFlipped }) => ($isFlipped ? 'rotateY(180deg)' : 'none')};
  /* Sideways is a swipe, up and down still scrolls. */
  touch-action: pan-y;
  user-select: none;
  @media ${media.reducedMotion} {
    transform: none;
  }
`;

const Face = styled.span<{ $isBack: boolean; $isUp: boolean }>`
  grid-area: 1 / 1;
  display: grid;
  grid-template-rows: auto 1fr auto;
  gap: ${space[16]};
  padding: ${space[24]} ${space[32]};
  border: 1px solid ${color.line};
  border-radius: ${radius.card};
  background: ${color.raised};
  box-shadow: ${shadow.high};
  backface-visibility: hidden;
  transform: ${({ $isBack }) => ($isBack ? 'rotateY(180deg)' : 'none')};
  /* The side that is down leaves when the card stands on its edge; it must not be found by search or reading either. */
  visibility: ${({ $isUp }) => ($isUp ? 'visible' : 'hidden')};
  transition: visibility 0s linear 210ms;
  ${({ $isBack }) =>
    $isBack &&
    css`
      background: ${color.surface};
    `}
  @media ${media.small} {
    padding: ${space[24]} ${space[16]};
  }
  @media ${media.reducedMotion} {
    transform: none;
    opacity: ${({ $isUp }) => ($isUp ? 1 : 0)};
    /* A cross-fade in place of the turn: it moves nothing, so it may last although the page's other transitions do not. */
    transition:
      opacity ${motion.state},
      visibility 0s linear ${({ $isUp }) => ($isUp ? '0s' : '160ms')} !important;
  }
`;

const Side = styled.span`
  font-size: ${size[12]};
  font-weight: 600;
  letter-spacing: 0.06em;
  text-transform: uppercase;
  color: ${color['ink-faint']};
`;

const Words = styled.span<{ $isLong: boolean }>`
  align-self: center;
  justify-self: center;
  max-width: 60ch;
  font-family: ${font.reading};
  font-size: ${({ $isLong }) => ($isLong ? size[18] : size[22])};
  line-height: 1.5;
  text-align: ${({ $isLong }) => ($isLong ? 'start' : 'center')};
  white-space: pre-line;
  overflow-wrap: anywhere;
`;

const Hint = styled.span`
  font-size: ${size[14]};
  color: ${color['ink-faint']};
`;

/** Beyond so many characters a side is set smaller. */
const longText = 220;

/** Less is a click with an unsteady hand: pixels. */
const swipePixels = 48;

export interface FlipCardProps {
  card: Flashcard;
  isFlipped: boolean;
  onFlip: () => void;
  /** To the left is next, to the right previous. */
  onSwipe: (direction: 'next' | 'previous') => void;
  ref?: Ref<HTMLButtonElement>;
}

/** A card that turns by click, Space and Enter. Render it with the card's id as key, so that a new card does not turn on its way in. */
export const FlipCard = ({ card, isFlipped, onFlip, onSwipe, ref }: FlipCardProps): ReactNode => {
  const start = useRef<{ x: number; y: number }>(undefined);
  const wasSwipe = useRef(false);
  // Before the first turn there is nothing to announce: the button has just been read.
  const [hasTurned, setHasTurned] = useState(isFlipped);
  if (isFlipped && !hasTurned) setHasTurned(true);

  const release = (event: PointerEvent): void => {
    const from = start.current;
    start.current = undefined;
    if (!from) return;
    const across = event.clientX - from.x;
    if (Math.abs(across) < swipePixels || Math.abs(across) < Math.abs(event.clientY - from.y)) return;
    wasSwipe.current = true;
    onSwipe(across < 0 ? 'next' : 'previous');
  };

  const face = (side: 'Front' | 'Back', text: string): ReactNode => {
    const isUp = (side === 'Back') === isFlipped;
    return (
      <Face $isBack={side === 'Back'} $isUp={isUp} aria-hidden={!isUp}>
        <Side>
          {side}
          <VisuallyHidden>: </VisuallyHidden>
        </Side>
        <Words $isLong={text.length > longText}>{text}</Words>
        <Hint>
          <VisuallyHidden>. </VisuallyHidden>
          Click to flip
        </Hint>
      </Face>
    );
  };

  return (
    <Scene>
      <Body
        ref={ref}
        type="button"
        $isFlipped={isFlipped}
        onClick={() => {
          // The click that ends a swipe does not turn the card.
          if (wasSwipe.current) wasSwipe.current = false;
          else onFlip();
        }}
        onPointerDown={(event) => {
          wasSwipe.current = false;
          start.current = { x: event.clientX, y: event.clientY };
        }}
        onPointerUp={release}
        onPointerCancel={() => {
          start.current = undefined;
        }}
      >
        {face('Front', card.front)}
        {face('Back', card.back)}
      </Body>
      {/* A button whose words change is not read again by itself. */}
      <VisuallyHidden role="status">{isFlipped ? `Back: ${card.back}` : hasTurned ? `Front: ${card.front}` : ''}</VisuallyHidden>
    </Scene>
  );
};
