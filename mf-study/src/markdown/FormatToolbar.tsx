import { IconButton, measure, media, size, space } from '@lectern/ui';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { shortcutWords, type FormatTool } from './formatTools';

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[4]};
  button {
    width: 32px;
    height: 32px;
    svg {
      width: 18px;
      height: 18px;
    }
  }
  button[data-has-word] {
    display: inline-flex;
    align-items: center;
    gap: ${space[4]};
    width: auto;
    padding: 0 ${space[8]};
    font-size: ${size[14]};
    font-weight: 600;
  }
  @media ${media.touch} {
    gap: 0;
    button {
      width: ${measure.target};
      height: ${measure.target};
    }
    /* Six tools share a row of 360 px. */
    button[data-has-word] {
      padding: 0 ${space[4]};
    }
  }
`;

export interface FormatToolbarProps {
  /** The name of the toolbar. Without the field's own label, so that this finds one element. */
  label: string;
  /** Id of the field. */
  controls: string;
  tools: readonly FormatTool[];
  onTool: (tool: FormatTool) => void;
}

const steps: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Buttons for formatting: one stop of the Tab key, the arrow keys move between the buttons. */
export const FormatToolbar = ({ label, controls, tools, onTool }: FormatToolbarProps): ReactNode => {
  const bar = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const move = (event: KeyboardEvent): void => {
    const next = steps[event.key]?.(current, tools.length);
    if (next === undefined) return;
    event.preventDefault();
    setCurrent(next);
    bar.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <Bar ref={bar} role="toolbar" aria-label={label} aria-controls={controls} onKeyDown={move}>
      {tools.map((tool, index) => (
        <IconButton
          key={tool.name}
          label={tool.name}
          title={tool.shortcut ? `${tool.name} (${shortcutWords(tool.shortcut)})` : tool.name}
          data-has-word={tool.word === undefined ? undefined : ''}
          aria-keyshortcuts={tool.shortcut}
          tabIndex={index === current ? 0 : -1}
          // The field keeps its focus and its selection.
          onMouseDown={(event) => {
            event.preventDefault();
          }}
          onFocus={() => {
            setCurrent(index);
          }}
          onClick={() => {
            onTool(tool);
          }}
        >
          {tool.icon}
          {tool.word}
        </IconButton>
      ))}
    </Bar>
  );
};
