import { Dialog as Primitive } from '@lectern/ui/primitives';
import { useEffect, useRef, type ReactNode } from 'react';
import { css, keyframes, styled } from 'styled-components';
import { surfaceHead } from './dialogStyles';
import { IconButton } from './IconButton';
import { X } from './icons';
import type { SidePanelProps } from './SidePanelProps';
import { color, measure, media, motion, radius, shadow, size, space } from './tokens';
import { useMediaQuery } from './useMediaQuery';

/** The media query at which the panel fits next to a page's text and leaves the page usable. */
const panelBeside = '(min-width: 1200px)';

const fade = keyframes`from { opacity: 0; }`;
const fromRight = keyframes`from { transform: translateX(100%); }`;
const fromBelow = keyframes`from { transform: translateY(100%); }`;

/** Only rendered if the panel covers the page. It also prevents the page from scrolling. */
const Veil = styled(Primitive.Overlay)`
  position: fixed;
  inset: 0;
  z-index: 50;
  background: ${color.veil};
  animation: ${fade} ${motion.overlay};
`;

const Surface = styled(Primitive.Content)<{ $isBeside: boolean }>`
  position: fixed;
  right: 0;
  top: ${measure.header};
  bottom: 0;
  z-index: 30;
  display: flex;
  flex-direction: column;
  width: 320px;
  overflow-y: auto;
  overscroll-behavior: contain;
  --inset: ${space[24]};
  padding: 0 var(--inset);
  /* Shows a quoted line between the head and the foot. */
  scroll-padding: 72px 0 88px;
  border-left: 1px solid ${color.line};
  background: ${color.raised};
  color: ${color.ink};
  box-shadow: ${shadow.high};
  animation: ${fromRight} ${motion.overlay};
  &,
  &:focus-visible {
    outline: none;
    border-radius: 0;
  }
  ${({ $isBeside }) =>
    !$isBeside &&
    css`
      top: 0;
      z-index: 51;
      width: 380px;
    `}
  @media ${media.small} {
    left: 0;
    top: auto;
    width: 100%;
    max-height: calc(100dvh - 96px);
    --inset: ${space[16]};
    border: 1px solid ${color.line};
    &,
    &:focus-visible {
      border-radius: ${radius.card} ${radius.card} 0 0;
    }
    animation-name: ${fromBelow};
  }
  @media print {
    display: none;
  }
`;

const Body = styled.div`
  display: flex;
  flex: 1 0 auto;
  flex-direction: column;
  padding-bottom: ${space[24]};
  @media ${media.small} {
    &:last-child {
      padding-bottom: calc(${space[24]} + env(safe-area-inset-bottom));
    }
  }
`;

const Foot = styled.div`
  position: sticky;
  bottom: 0;
  z-index: 2;
  flex: none;
  margin-inline: calc(-1 * var(--inset));
  padding: ${space[12]} var(--inset);
  border-top: 1px solid ${color.line};
  background: ${color.raised};
  @media ${media.small} {
    padding-bottom: calc(${space[12]} + env(safe-area-inset-bottom));
  }
`;

const Head = styled.div`
  ${surfaceHead}
  h2 {
    font-size: ${size[18]};
  }
`;

/** The lazily loaded content of a `SidePanel`. */
export const SidePanelSurface = ({
  isOpen,
  onClose,
  title,
  opening,
  isOver = false,
  returnFocus,
  children,
  foot,
}: SidePanelProps): ReactNode => {
  const hasRoom = useMediaQuery(panelBeside);
  const isBeside = hasRoom && !isOver;
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen) content.current?.focus();
  }, [isOpen, opening]);
  return (
    <Primitive.Root
      open={isOpen}
      modal={!isBeside}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Primitive.Portal>
        <Veil />
        <Surface
          ref={content}
          $isBeside={isBeside}
          aria-describedby={undefined}
          tabIndex={-1}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            content.current?.focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            returnFocus()?.focus();
          }}
          onInteractOutside={(event) => {
            // A panel next to the page stays open while the learner uses the page.
            if (isBeside) event.preventDefault();
          }}
        >
          <Head>
            <Primitive.Title>{title}</Primitive.Title>
            <Primitive.Close asChild>
              <IconButton label="Close">
                <X aria-hidden />
              </IconButton>
            </Primitive.Close>
          </Head>
          <Body>{children}</Body>
          {foot && <Foot>{foot}</Foot>}
        </Surface>
      </Primitive.Portal>
    </Primitive.Root>
  );
};
