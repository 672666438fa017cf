import { counted, pptxType } from '@lectern/contracts';
import { color, FileText, IconButton, motion, radius, size, space, Upload, X } from '@lectern/ui';
import { useEffect, useId, useRef, type ReactNode, type RefObject } from 'react';
import { css, styled } from 'styled-components';
import { formatBytes } from './pptxFile';
import type { DeckOutline } from './readOutline';

const over = css`
  border-color: ${color.accent};
  background: ${color['accent-tint']};
`;
const Area = styled.div<{ $isOver: boolean }>`
  position: relative;
  display: grid;
  justify-items: center;
  gap: ${space[8]};
  padding: ${space[32]} ${space[24]};
  border: 1.5px dashed ${color['line-strong']};
  border-radius: ${radius.card};
  background: ${color.raised};
  text-align: center;
  transition:
    border-color ${motion.state},
    background ${motion.state};
  &:hover {
    border-color: ${color.accent};
  }
  &:focus-within {
    outline: 2px solid ${color.accent};
    outline-offset: 2px;
  }
  > svg {
    width: 28px;
    height: 28px;
    color: ${color.accent};
  }
  p {
    color: ${color['ink-soft']};
    font-size: ${size[14]};
  }
  ${({ $isOver }) => $isOver && over}
`;
const Label = styled.label`
  font-weight: 600;
`;
const Input = styled.input`
  position: absolute;
  inset: 0;
  width: 100%;
  height: 100%;
  opacity: 0;
  cursor: pointer;
`;
const Chosen = styled.div<{ $isOver: boolean }>`
  display: flex;
  align-items: center;
  gap: ${space[12]};
  padding: ${space[16]};
  border: 1.5px solid ${color.line};
  border-radius: ${radius.card};
  background: ${color.raised};
  > svg {
    flex: none;
    width: 28px;
    height: 28px;
    color: ${color.accent};
  }
  div {
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  ol {
    margin-top: ${space[8]};
    padding-left: ${space[24]};
    font-size: ${size[14]};
    color: ${color['ink-soft']};
  }
  strong {
    display: block;
  }
  span {
    font-size: ${size[14]};
    color: ${color['ink-faint']};
  }
  ${({ $isOver }) => $isOver && over}
`;

export interface DeckFieldProps {
  file: File | undefined;
  /** Slide count and first titles; undefined until they are read, or when the file cannot be read. */
  outline: DeckOutline | undefined;
  /** A file is being dragged over the page, and may be dropped. */
  isOver: boolean;
  /** Called with the chosen file, whatever its type; undefined when it was removed. */
  onChoose: (file: File | undefined) => void;
}

const slideCount = ({ slides }: DeckOutline): string => counted(slides, 'slide');

interface ChosenDeckProps {
  file: File;
  outline: DeckOutline | undefined;
  isOver: boolean;
  button: RefObject<HTMLButtonElement | null>;
  onRemove: () => void;
}

const ChosenDeck = ({ file, outline, isOver, button, onRemove }: ChosenDeckProps): ReactNode => {
  const facts = [outline && slideCount(outline), formatBytes(file.size)].filter(Boolean).join(', ');
  return (
    <Chosen $isOver={isOver}>
      <FileText aria-hidden />
      <div>
        <strong>{file.name}</strong>
        <span role="status">{isOver ? 'Drop to take this file instead' : facts}</span>
        {outline && outline.titles.length > 0 && (
          <ol aria-label="First slides">
            {outline.titles.map((title, index) => (
              <li key={index}>{title}</li>
            ))}
          </ol>
        )}
      </div>
      <IconButton ref={button} label={`Remove ${file.name}`} onClick={onRemove}>
        <X aria-hidden />
      </IconButton>
    </Chosen>
  );
};

interface DropAreaProps {
  isOver: boolean;
  input: RefObject<HTMLInputElement | null>;
  onChoose: (file: File) => void;
}

const DropArea = ({ isOver, input, onChoose }: DropAreaProps): ReactNode => {
  const id = useId();
  return (
    <Area $isOver={isOver}>
      <Upload aria-hidden />
      <Label htmlFor={id}>Upload a PowerPoint file</Label>
      <p id={`${id}-hint`}>{isOver ? 'Drop it to take it.' : 'Drop a .pptx here, or click to choose. Up to 50 MB.'}</p>
      <Input
        ref={input}
        id={id}
        type="file"
        accept={`.pptx,${pptxType}`}
        aria-describedby={`${id}-hint`}
        onChange={(event) => {
          const chosen = event.target.files?.[0];
          // The same file may be chosen again after it was removed.
          event.target.value = '';
          if (chosen) onChoose(chosen);
        }}
      />
    </Area>
  );
};

/** The upload area: click, keyboard, or drop. */
export const DeckField = ({ file, outline, isOver, onChoose }: DeckFieldProps): ReactNode => {
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  // Choosing and removing replace one control by the other; the focus goes to the new one.
  useEffect(() => {
    if (!hadFocus.current) return;
    hadFocus.current = false;
    (button.current ?? input.current)?.focus();
  }, [file]);
  const choose = (chosen: File | undefined): void => {
    hadFocus.current = true;
    onChoose(chosen);
  };
  if (!file) return <DropArea isOver={isOver} input={input} onChoose={choose} />;
  const remove = (): void => {
    choose(undefined);
  };
  return <ChosenDeck file={file} outline={outline} isOver={isOver} button={button} onRemove={remove} />;
};
