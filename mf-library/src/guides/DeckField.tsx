import { color, FileText, IconButton, motion, radius, size, space, Upload, X } from '@lectern/ui';
import { useId, useRef, useState, type DragEvent, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { formatBytes, pptxType } from './pptxFile';
import type { DeckOutline } from './readOutline';

const Area = styled.div<{ $isOver: boolean }>`
  position: relative;
  display: grid;
  justify-items: center;
  gap: ${space[8]};
  padding: ${space[32]} ${space[24]};
  border: 1.5px dashed ${({ $isOver }) => ($isOver ? color.accent : color['line-strong'])};
  border-radius: ${radius.card};
  background: ${({ $isOver }) => ($isOver ? color['accent-tint'] : color.raised)};
  text-align: center;
  transition: border-color ${motion.state};
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
`;
const Label = styled.label`
  font-weight: 600;
  cursor: pointer;
  &::after {
    content: '';
    position: absolute;
    inset: 0;
  }
`;
const Input = styled.input`
  position: absolute;
  inset: 0;
  width: 100%;
  height: 100%;
  opacity: 0;
  cursor: pointer;
`;
const Chosen = styled.div`
  display: flex;
  align-items: center;
  gap: ${space[12]};
  padding: ${space[16]};
  border: 1px solid ${color.line};
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
  }
  ol {
    margin-top: ${space[8]};
    padding-left: ${space[24]};
    font-size: ${size[14]};
    color: ${color['ink-soft']};
  }
  strong {
    display: block;
    overflow-wrap: anywhere;
  }
  span {
    font-size: ${size[14]};
    color: ${color['ink-faint']};
  }
`;

export interface DeckFieldProps {
  file: File | undefined;
  /** What a first look into the file found; undefined until then, or when there is nothing to see. */
  outline: DeckOutline | undefined;
  /** Called with whatever was chosen or dropped; the form says whether it is a deck. */
  onChoose: (file: File | undefined) => void;
}

/** The upload area: click, keyboard, or drop. */
export const DeckField = ({ file, outline, onChoose }: DeckFieldProps): ReactNode => {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setIsOver(false);
    const dropped = event.dataTransfer.files[0];
    if (dropped) onChoose(dropped);
  };
  if (file)
    return (
      <Chosen>
        <FileText aria-hidden />
        <div>
          <strong>{file.name}</strong>
          <span role="status">
            {[outline && `${String(outline.slides)} ${outline.slides === 1 ? 'slide' : 'slides'}`, formatBytes(file.size)]
              .filter(Boolean)
              .join(', ')}
          </span>
          {outline && outline.titles.length > 0 && (
            <ol>
              {outline.titles.map((title) => (
                <li key={title}>{title}</li>
              ))}
            </ol>
          )}
        </div>
        <IconButton
          label={`Remove ${file.name}`}
          onClick={() => {
            onChoose(undefined);
          }}
        >
          <X aria-hidden />
        </IconButton>
      </Chosen>
    );
  return (
    <Area
      $isOver={isOver}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => {
        setIsOver(false);
      }}
      onDrop={drop}
    >
      <Upload aria-hidden />
      <Label htmlFor={id}>Upload a PowerPoint file</Label>
      <p>Drop a .pptx here, or click to choose. Up to 50 MB.</p>
      <Input
        ref={input}
        id={id}
        type="file"
        accept={`.pptx,${pptxType}`}
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
