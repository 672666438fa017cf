import { placeWords, type Suggestion } from '@lectern/contracts';
import { Button, Check, color, font, FormulaText, media, measure, radius, size, space } from '@lectern/ui';
import { useEffect, useRef, type ReactNode } from 'react';
import { css, styled } from 'styled-components';
import { CardEditor } from './CardEditor';
import type { Pick } from './PickSession';
import type { Picks } from './usePicks';

const Row = styled.li<{ $isCurrent: boolean; $isDone: boolean }>`
  display: grid;
  gap: ${space[8]} ${space[16]};
  padding: ${space[12]};
  border-inline-start: 2px solid ${({ $isCurrent }) => ($isCurrent ? color.accent : 'transparent')};
  border-radius: ${radius.field};
  scroll-margin-block: 80px 120px;
  outline-offset: -2px;
  content-visibility: auto;
  contain-intrinsic-size: auto 104px;
  ${({ $isCurrent }) =>
    $isCurrent &&
    css`
      background: ${color.surface};
    `}
  @media ${media.medium} {
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: ${({ $isDone }) => ($isDone ? 'center' : 'start')};
  }
`;

const Words = styled.div<{ $isDone: boolean }>`
  display: grid;
  gap: ${space[4]};
  min-width: 0;
  overflow-wrap: anywhere;
  strong {
    font-weight: 600;
  }
  p {
    font-family: ${font.reading};
    line-height: 1.5;
    color: ${color['ink-soft']};
  }
  small {
    font-size: ${size[12]};
    color: ${color['ink-faint']};
  }
  ${({ $isDone }) =>
    $isDone &&
    css`
      strong {
        font-weight: 400;
        color: ${color['ink-soft']};
      }
    `}
`;

const Actions = styled.div`
  display: flex;
  gap: ${space[8]};
  /* The shortcut key. Not part of the button's accessible name. */
  button::after {
    content: attr(data-key) / '';
    font-size: ${size[12]};
    font-weight: 400;
    color: ${color['ink-faint']};
  }
  button {
    padding-inline: ${space[12]};
  }
  @media ${media.small} {
    button {
      flex: 1;
      min-height: ${measure.target};
      padding-inline: ${space[8]};
    }
  }
  @media ${media.touch} {
    button::after {
      content: none;
    }
  }
`;

const Done = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[4]} ${space[8]};
  font-size: ${size[14]};
  color: ${color['ink-soft']};
  > svg {
    width: 16px;
    height: 16px;
    color: ${color.success};
  }
  button {
    padding-inline: ${space[8]};
  }
  @media ${media.medium} {
    max-width: 520px;
    justify-content: flex-end;
  }
`;

const Editor = styled.div`
  @media ${media.medium} {
    grid-column: 1 / -1;
  }
`;

interface PartProps {
  suggestion: Suggestion;
  at: number;
  isCurrent: boolean;
  picks: Picks;
}

/** The three actions of a suggestion. Only those of the current one are in the tab order. */
const RowActions = ({ suggestion: { term }, at, isCurrent, picks }: PartProps): ReactNode => {
  const actions = [
    { label: 'Make a card', key: 'C', act: picks.makeCard },
    { label: 'Ask me', key: 'Q', act: picks.askMe },
    { label: 'Skip', key: 'S', act: picks.skip },
  ];
  return (
    <Actions>
      {actions.map(({ label, key, act }) => (
        <Button
          key={key}
          variant={key === 'S' ? 'quiet' : 'secondary'}
          aria-label={`${label}: ${term}`}
          aria-keyshortcuts={key}
          data-key={key}
          tabIndex={isCurrent ? 0 : -1}
          onClick={() => {
            act(at);
          }}
        >
          {label}
        </Button>
      ))}
    </Actions>
  );
};

const doneWords = (pick: Pick): string => {
  if (pick.kind === 'skipped') return 'Skipped';
  if (pick.kind === 'question') return 'Question made';
  return pick.isGap ? 'Card with a gap made: no other terms of its kind' : 'Card made';
};

/** The result for a suggestion, with "Take back". */
const RowDone = ({ pick, suggestion: { term }, at, isCurrent, picks }: PartProps & { pick: Pick }): ReactNode => (
  <Done>
    {pick.kind !== 'skipped' && <Check aria-hidden />}
    <span>{doneWords(pick)}</span>
    {pick.kind === 'card' && (
      <Button
        variant="quiet"
        aria-label={`Edit the card: ${term}`}
        tabIndex={isCurrent ? 0 : -1}
        onClick={() => {
          picks.open(at);
        }}
      >
        Edit
      </Button>
    )}
    <Button
      variant="quiet"
      aria-label={`Take back: ${term}`}
      tabIndex={isCurrent ? 0 : -1}
      onClick={() => {
        picks.takeBack(at);
      }}
    >
      Take back
    </Button>
  </Done>
);

export interface PickRowProps extends PartProps {
  /** Whether the keyboard is in use, so that the current row takes focus. */
  isByKey: boolean;
  /** Called for a key press in an editor. */
  onKey: () => void;
}

/** A term or key statement with its sentence and location, and the actions for it. */
export const PickRow = ({ isByKey, onKey, ...props }: PickRowProps): ReactNode => {
  const { suggestion, at, isCurrent, picks } = props;
  const { _id, term, statement, pointer } = suggestion;
  const row = useRef<HTMLLIElement>(null);
  const pick = picks.session.picks.get(_id);
  const isOpened = picks.session.opened === _id;
  const hasFocus = isCurrent && isByKey;
  useEffect(() => {
    if (!hasFocus) return;
    // An open card's fields have focus.
    if (!isOpened) row.current?.focus({ preventScroll: true });
    row.current?.scrollIntoView({ block: 'nearest' });
  }, [hasFocus, isOpened, pick]);
  return (
    <Row
      ref={row}
      tabIndex={-1}
      $isCurrent={isCurrent}
      $isDone={pick !== undefined && !isOpened}
      aria-current={isCurrent ? 'true' : undefined}
    >
      <Words dir="auto" $isDone={pick !== undefined}>
        <strong>
          <FormulaText>{term}</FormulaText>
        </strong>
        {pick === undefined && (
          <p>
            <FormulaText>{statement}</FormulaText>
          </p>
        )}
        {pick === undefined && <small>{placeWords(pointer)}</small>}
      </Words>
      {pick === undefined ? <RowActions {...props} /> : !isOpened && <RowDone {...props} pick={pick} />}
      {isOpened && pick?.kind === 'card' && (
        <Editor>
          <CardEditor
            card={pick.card}
            hasFocus={isByKey}
            onDone={(card, isDoneByKey) => {
              if (isDoneByKey) onKey();
              picks.close(at, card);
            }}
            onTakeBack={() => {
              picks.takeBack(at);
            }}
          />
        </Editor>
      )}
    </Row>
  );
};
