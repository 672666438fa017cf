import type { ShownPage } from '@lectern/platform';
import type { Flashcard } from '@lectern/contracts';
import {
  color,
  font,
  ItemText,
  media,
  motion,
  PictureImage,
  radius,
  shadow,
  size,
  space,
  VisuallyHidden,
  visuallyHidden,
} from '@lectern/ui';
import { useRef, useState, type PointerEvent, type ReactNode, type Ref } from 'react';
import { css, styled } from 'styled-components';

const Scene = styled.div`
  perspective: 1600px;
`;

const Body = styled.button<{ $isFlipped: boolean; $isLow: boolean }>`
  display: grid;
  width: 100%;
  min-height: min(380px, 56dvh);
  @media ${media.small} {
    min-height: ${({ $isLow }) => ($isLow ? '40dvh' : 'min(380px, 56dvh)')};
  }
  padding: 0;
  border: 0;
  border-radius: ${radius.card};
  background: none;
  color: inherit;
  text-align: center;
  transform-style: preserve-3d;
  transition: transform ${motion.flip};
  transform: ${({ $isFlipped }) => ($isFlipped ? 'rotateY(180deg)' : 'none')};
  /* A horizontal movement is a swipe; a vertical one scrolls. */
  touch-action: pan-y;
  user-select: none;
  @media ${media.reducedMotion} {
    transform: none;
  }
`;

const Face = styled.span<{ $isBack: boolean; $isUp: boolean }>`
  grid-area: 1 / 1;
  display: grid;
  grid-template-rows: auto 1fr;
  gap: ${space[16]};
  padding: ${space[24]} ${space[32]};
  border: 1px solid ${color.line};
  border-radius: ${radius.card};
  background: ${color.raised};
  box-shadow: ${shadow.low};
  img {
    justify-self: center;
    outline: 1px solid ${color.line};
    outline-offset: -1px;
    border-radius: ${radius.field};
  }
  backface-visibility: hidden;
  transform: ${({ $isBack }) => ($isBack ? 'rotateY(180deg)' : 'none')};
  /* Halfway through the turn, hides the side that is turned away, also from the browser's search and from screen readers. */
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
    /* With reduced motion, a cross-fade replaces the turn. Nothing moves, so it keeps its duration. */
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
  /* Centred lines above a list would not belong to it. */
  &:has([role='list']) {
    text-align: start;
  }
`;

/** The specified words stay in the button's name; touch screens show the second ones. */
const Hint = styled.span`
  font-size: ${size[14]};
  color: ${color['ink-faint']};
  > :last-child {
    display: none;
  }
  @media ${media.touch} {
    > :nth-last-child(2) {
      ${visuallyHidden}
    }
    > :last-child {
      display: inline;
    }
  }
`;

/** Maximum height of the picture on a card, in pixels. Leaves space for the text. */
const pictureHeight = 180;

/** Maximum height of the slide or page, in pixels: a slide of 16:9 is 480 wide. */
const pageHeight = 270;

/** Number of characters above which a side has a smaller font size. */
const longText = 220;

/** Minimum swipe distance, in pixels. A shorter movement counts as a click. */
const swipePixels = 48;

export interface FlipCardProps {
  card: Flashcard;
  /** Language of the card's text; undefined if unknown. */
  language?: string | undefined;
  isFlipped: boolean;
  onFlip: () => void;
  /** A swipe to the left means next, to the right previous. Without a handler, swipes are ignored. */
  onSwipe?: (direction: 'next' | 'previous') => void;
  /** Whether the card is shorter on a phone, to leave space for its source. */
  isLow?: boolean;
  /** The slide or page of the card's source, for the back. */
  page?: ShownPage | 'loading' | undefined;
  /** Fetches a fresh URL for the card's picture. */
  renewPicture?: (id: string) => Promise<string | undefined>;
  ref?: Ref<HTMLButtonElement>;
}

/** The slide or page of the card's source; without it, the slide's first picture. The source panel shows larger versions. */
const CardPicture = ({ card, page: shown, renewPicture }: Pick<FlipCardProps, 'card' | 'page' | 'renewPicture'>): ReactNode => {
  const [failed, setFailed] = useState<string>();
  if (shown === 'loading') return null;
  if (shown && failed !== shown.page.url)
    return (
      <PictureImage
        // The text of a whole page would be read as part of the button.
        picture={{ ...shown.page, alt: '' }}
        boxes={shown.boxes}
        maxHeight={pageHeight}
        renew={shown.renew}
        onFailure={() => {
          setFailed(shown.page.url);
        }}
      />
    );
  const picture = card.source?.pictures?.[0];
  if (!picture || failed === picture.url) return null;
  return (
    <PictureImage
      picture={picture}
      maxHeight={pictureHeight}
      {...(renewPicture && { renew: () => renewPicture(picture.id) })}
      onFailure={() => {
        setFailed(picture.url);
      }}
    />
  );
};

/** The pictures on a side of an imported card. Their URLs expire after an hour; an expired picture is hidden until the deck is refetched. */
const OwnPictures = ({ pictures = [] }: { pictures: Flashcard['pictures'] }): ReactNode => {
  const [failed, setFailed] = useState<readonly string[]>([]);
  return pictures
    .filter(({ url }) => !failed.includes(url))
    .map((picture) => (
      <PictureImage
        key={picture.id}
        picture={picture}
        maxHeight={pictureHeight}
        onFailure={() => {
          setFailed((urls) => [...urls, picture.url]);
        }}
      />
    ));
};

interface SideFaceProps extends Pick<FlipCardProps, 'card' | 'language' | 'page' | 'renewPicture' | 'isFlipped'> {
  side: 'Front' | 'Back';
}

const SideFace = ({ side, card, language, isFlipped, page, renewPicture }: SideFaceProps): ReactNode => {
  const isUp = (side === 'Back') === isFlipped;
  const text = side === 'Back' ? card.back : card.front;
  return (
    <Face $isBack={side === 'Back'} $isUp={isUp} aria-hidden={!isUp}>
      <Side>
        {side}
        <VisuallyHidden>: </VisuallyHidden>
      </Side>
      <Words dir="auto" lang={language} $isLong={text.length > longText}>
        <ItemText>{text}</ItemText>
      </Words>
      <OwnPictures pictures={card.pictures?.filter((picture) => picture.side === (side === 'Front' ? 'front' : 'back'))} />
      {side === 'Back' && <CardPicture card={card} page={page} {...(renewPicture && { renewPicture })} />}
      <Hint>
        <VisuallyHidden>. </VisuallyHidden>
        <span>Click to flip</span>
        <span aria-hidden>Tap to flip</span>
      </Hint>
    </Face>
  );
};

/** Announces the visible side, because screen readers do not repeat a button whose text changes. */
const TurnStatus = ({ side, text }: { side: 'Front' | 'Back'; text: string }): ReactNode => (
  <>
    {side}: <ItemText>{text}</ItemText>
  </>
);

/** A card that flips by click, Space or Enter. Set the card's id as `key`, so that a new card appears without a flip animation. */
export const FlipCard = ({
  card,
  language,
  isFlipped,
  onFlip,
  onSwipe,
  isLow = false,
  page,
  renewPicture,
  ref,
}: FlipCardProps): ReactNode => {
  const start = useRef<{ x: number; y: number }>(undefined);
  const wasSwipe = useRef(false);
  // Nothing is announced before the first flip, because the screen reader has just read the button.
  const [hasTurned, setHasTurned] = useState(isFlipped);
  if (isFlipped && !hasTurned) setHasTurned(true);

  const release = (event: PointerEvent): void => {
    const from = start.current;
    start.current = undefined;
    if (!from) return;
    const across = event.clientX - from.x;
    if (Math.abs(across) < swipePixels || Math.abs(across) < Math.abs(event.clientY - from.y)) return;
    wasSwipe.current = true;
    onSwipe?.(across < 0 ? 'next' : 'previous');
  };

  const faceProps = { card, language, isFlipped, page, ...(renewPicture && { renewPicture }) };
  return (
    <Scene>
      <Body
        ref={ref}
        type="button"
        $isFlipped={isFlipped}
        $isLow={isLow}
        onClick={() => {
          // The click that ends a swipe does not flip the card.
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
        <SideFace side="Front" {...faceProps} />
        <SideFace side="Back" {...faceProps} />
      </Body>
      <VisuallyHidden role="status">
        {hasTurned && <TurnStatus side={isFlipped ? 'Back' : 'Front'} text={isFlipped ? card.back : card.front} />}
      </VisuallyHidden>
    </Scene>
  );
};
