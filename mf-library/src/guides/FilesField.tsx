import { documentTypes, pptxType } from '@lectern/contracts';
import { color, FieldProblem, FileText, IconButton, motion, radius, size, space, Upload, useFileDrop, X } from '@lectern/ui';
import { useId, useRef, type ReactNode, type RefObject } from 'react';
import { css, styled } from 'styled-components';
import type { ChosenFile } from './lookInto';
import { formatBytes } from './pptxFile';
import { SampleDecks } from './SampleDecks';
import { totalOf, type MaterialFiles } from './useMaterialFiles';

const Field = styled.section`
  display: grid;
  gap: ${space[8]};
`;
const over = css`
  border-color: ${color.accent};
  background: ${color['accent-tint']};
`;
/** A single line once files are chosen, so that the next field stays in view. */
const small = css`
  grid-template-columns: auto minmax(0, 1fr);
  align-items: center;
  justify-items: start;
  column-gap: ${space[12]};
  padding: ${space[12]} ${space[16]};
  text-align: left;
`;
const Area = styled.div<{ $isOver: boolean; $isSmall: boolean }>`
  position: relative;
  display: grid;
  justify-items: center;
  gap: ${space[4]};
  padding: ${space[24]};
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
  ${({ $isSmall }) => $isSmall && small}
  ${({ $isOver }) => $isOver && over}
`;
const Label = styled.label`
  display: block;
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
const List = styled.ul`
  display: grid;
  gap: ${space[8]};
  margin: 0;
  padding: 0;
  list-style: none;
`;
const Item = styled.li`
  display: flex;
  align-items: center;
  gap: ${space[12]};
  padding: ${space[8]} ${space[16]};
  border: 1.5px solid ${color.line};
  border-radius: ${radius.card};
  background: ${color.raised};
  > svg {
    flex: none;
    width: 24px;
    height: 24px;
    color: ${color.accent};
  }
  > div {
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  strong {
    display: block;
  }
  span,
  ol {
    font-size: ${size[14]};
    color: ${color['ink-soft']};
  }
  ol {
    margin-top: ${space[4]};
    padding-left: ${space[24]};
  }
`;
const Total = styled.p`
  font-size: ${size[14]};
  color: ${color['ink-soft']};
`;

const accepted = ['.pptx', pptxType, '.pdf', '.docx', '.md', '.markdown', '.txt', ...documentTypes].join(',');

const factsOf = ({ file, outline }: ChosenFile): string =>
  [outline?.length, formatBytes(file.size)].filter((fact) => fact !== undefined).join(', ');

const ChosenItem = ({ chosen, onRemove }: { chosen: ChosenFile; onRemove: () => void }): ReactNode => {
  const { file, outline } = chosen;
  return (
    <Item>
      <FileText aria-hidden />
      <div>
        <strong>{file.name}</strong>
        <span>{factsOf(chosen)}</span>
        {outline && outline.headings.length > 0 && (
          <ol aria-label={`First headings of ${file.name}`}>
            {outline.headings.map((heading, index) => (
              <li key={index} dir="auto">
                {heading}
              </li>
            ))}
          </ol>
        )}
      </div>
      <IconButton label={`Remove ${file.name}`} onClick={onRemove}>
        <X aria-hidden />
      </IconButton>
    </Item>
  );
};

interface DropAreaProps {
  hasFiles: boolean;
  input: RefObject<HTMLInputElement | null>;
  add: MaterialFiles['add'];
}

const DropArea = ({ hasFiles, input, add }: DropAreaProps): ReactNode => {
  const id = useId();
  const isOver = useFileDrop((files) => void add(files));
  const hint = hasFiles ? 'Add more files, up to 50 MB in total.' : 'Drop files here, or click to choose. Up to 50 MB in total.';
  return (
    <Area $isOver={isOver} $isSmall={hasFiles}>
      <Upload aria-hidden />
      <div>
        <Label htmlFor={id}>Upload a PowerPoint file, PDF, Word document or text</Label>
        <p id={`${id}-hint`}>{isOver ? 'Drop to add.' : hint}</p>
      </div>
      <Input
        ref={input}
        id={id}
        type="file"
        multiple
        accept={accepted}
        aria-describedby={`${id}-hint`}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // Lets the learner choose the same file again after removing it.
          event.target.value = '';
          if (files.length > 0) void add(files);
        }}
      />
    </Area>
  );
};

const statusOf = ({ chosen, isReading }: Pick<MaterialFiles, 'chosen' | 'isReading'>): string => {
  if (isReading) return 'Reading your files…';
  return chosen.length > 1 ? `${String(chosen.length)} files, ${formatBytes(totalOf(chosen))} of 50 MB` : '';
};

/** The file input of a new guide: a file picker, a drop area that covers the page, and sample decks. */
export const FilesField = ({ chosen, isReading, add, remove, problem }: MaterialFiles): ReactNode => {
  const input = useRef<HTMLInputElement>(null);
  const hasFiles = chosen.length > 0;
  return (
    <Field aria-label="Files">
      {hasFiles && (
        <List>
          {chosen.map((one) => (
            <ChosenItem
              key={`${one.file.name} ${String(one.file.lastModified)} ${String(one.file.size)}`}
              chosen={one}
              onRemove={() => {
                remove(one);
                // The focus was on the removed file's button.
                input.current?.focus();
              }}
            />
          ))}
        </List>
      )}
      <DropArea hasFiles={hasFiles} input={input} add={add} />
      {problem !== undefined && <FieldProblem isAnnounced>{problem}</FieldProblem>}
      <Total role="status">{statusOf({ chosen, isReading })}</Total>
      {!hasFiles && <SampleDecks onTake={(file) => void add([file])} />}
    </Field>
  );
};
