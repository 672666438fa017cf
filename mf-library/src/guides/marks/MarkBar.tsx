import type { MarkColour } from '@lectern/contracts';
import { Button, color, HelpCircle, IconButton, Layers, measure, media, radius, shadow, space, StickyNote } from '@lectern/ui';
import { useEffect, type CSSProperties, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { groundOf, offeredColours } from './markColours';
import type { Chosen } from './useChosenPassage';

/** Below the selection. On a phone it is at the bottom of the window, because the browser shows its own menu at the selection. */
const Bar = styled.div`
  position: absolute;
  z-index: 20;
  display: flex;
  align-items: center;
  gap: ${space[4]};
  padding: ${space[4]} ${space[8]};
  border: 1px solid ${color.line};
  border-radius: ${radius.card};
  background: ${color.raised};
  box-shadow: ${shadow.high};
  user-select: none;
  @media ${media.touch} {
    position: fixed;
    inset: auto 0 0 !important;
    z-index: 40;
    flex-wrap: wrap;
    justify-content: center;
    gap: 0 ${space[8]};
    min-height: ${measure.bottomBar};
    padding-bottom: calc(${space[4]} + env(safe-area-inset-bottom));
    border-width: 1px 0 0;
    border-radius: ${radius.card} ${radius.card} 0 0;
  }
  @media print {
    display: none;
  }
`;
const Swatch = styled.span`
  width: 24px;
  height: 24px;
  border: 1px solid ${color['line-strong']};
  border-radius: ${radius.pill};
`;

/** The bar's maximum width, used to keep it on the page. Pixels. */
const barWidth = 520;

const placeOf = ({ left, bottom }: Chosen): CSSProperties => ({
  left: Math.max(8, Math.min(left, document.documentElement.clientWidth - barWidth)),
  top: bottom + 8,
});

/** Whether the key press belongs to an input field. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

export interface MarkBarProps {
  chosen: Chosen;
  onHighlight: (colour: MarkColour) => void;
  onNote: () => void;
  /** Creates a card or a question from the words. */
  onMake: (kind: 'card' | 'question') => void;
  onClose: () => void;
  /** Called with true when a press on the bar begins, and with false if the browser cancels it. */
  onHold: (isHeld: boolean) => void;
}

type Actions = Pick<MarkBarProps, 'onHighlight' | 'onNote' | 'onMake' | 'onClose'>;

/** Keyboard shortcuts: H highlights, N opens a note, C creates a card, Q a question, Escape closes the bar. */
const useBarKeys = ({ onHighlight, onNote, onMake, onClose }: Actions): void => {
  useEffect(() => {
    const actions: Readonly<Record<string, () => void>> = {
      h: () => {
        onHighlight('yellow');
      },
      n: onNote,
      c: () => {
        onMake('card');
      },
      q: () => {
        onMake('question');
      },
      Escape: onClose,
    };
    const press = (event: KeyboardEvent): void => {
      const action = actions[event.key];
      if (!action || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', press);
    return () => {
      document.removeEventListener('keydown', press);
    };
  }, [onHighlight, onNote, onMake, onClose]);
};

/** The actions other than highlighting. */
const WordActions = ({ onNote, onMake }: Actions): ReactNode => (
  <>
    <Button variant="quiet" icon={<StickyNote aria-hidden />} title="Note (N)" onClick={onNote}>
      Note
    </Button>
    <Button
      variant="quiet"
      icon={<Layers aria-hidden />}
      title="Make a card (C)"
      onClick={() => {
        onMake('card');
      }}
    >
      Make a card
    </Button>
    <Button
      variant="quiet"
      icon={<HelpCircle aria-hidden />}
      title="Ask me (Q)"
      onClick={() => {
        onMake('question');
      }}
    >
      Ask me
    </Button>
  </>
);

/** The actions for selected words. */
export const MarkBar = (props: MarkBarProps): ReactNode => {
  const { chosen, onHighlight, onHold } = props;
  useBarKeys(props);
  return (
    <Bar
      role="toolbar"
      aria-label="Mark the selected words"
      style={placeOf(chosen)}
      onPointerDown={() => {
        onHold(true);
      }}
      onPointerCancel={() => {
        onHold(false);
      }}
      onMouseDown={(event) => {
        // Keeps the selection, so that the learner sees what is being marked.
        event.preventDefault();
      }}
    >
      {offeredColours.map(({ value, label }) => (
        <IconButton
          key={value}
          label={value === 'yellow' ? 'Highlight, yellow (H)' : `Highlight, ${label.toLowerCase()}`}
          onClick={() => {
            onHighlight(value);
          }}
        >
          <Swatch aria-hidden style={{ background: groundOf[value] }} />
        </IconButton>
      ))}
      <WordActions {...props} />
    </Bar>
  );
};
