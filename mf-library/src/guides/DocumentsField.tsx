import { counted, documentTypes, sizes } from '@lectern/contracts';
import { color, FieldProblem, FileText, IconButton, measure, motion, radius, size, space, Upload, X } from '@lectern/ui';
import { useId, useRef, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { formatBytes } from './pptxFile';
import { totalOf, type ChosenDocument, type Documents } from './useDocuments';

const Field = styled.section`
  display: grid;
  gap: ${space[8]};
`;
const Add = styled.div`
  position: relative;
  display: flex;
  align-items: center;
  gap: ${space[12]};
  min-height: ${measure.target};
  padding: ${space[12]} ${space[16]};
  border: 1.5px dashed ${color['line-strong']};
  border-radius: ${radius.card};
  background: ${color.raised};
  transition: border-color ${motion.state};
  &:hover {
    border-color: ${color.accent};
  }
  &:focus-within {
    outline: 2px solid ${color.accent};
    outline-offset: 2px;
  }
  > svg {
    flex: none;
    width: 20px;
    height: 20px;
    color: ${color.accent};
  }
  p {
    color: ${color['ink-soft']};
    font-size: ${size[14]};
  }
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
    width: 20px;
    height: 20px;
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

const factsOf = ({ file, outline }: ChosenDocument): string => {
  const { pages } = outline ?? {};
  const pageCount = pages === undefined ? undefined : counted(pages, 'page');
  return [pageCount, formatBytes(file.size)].filter((fact) => fact !== undefined).join(', ');
};

const totalText = (chosen: readonly ChosenDocument[]): string =>
  `${String(chosen.length)} of ${String(sizes.documents)} documents, ${formatBytes(totalOf(chosen))} of 50 MB`;

const Document = ({ document, onRemove }: { document: ChosenDocument; onRemove: () => void }): ReactNode => (
  <Item>
    <FileText aria-hidden />
    <div>
      <strong>{document.file.name}</strong>
      <span>{factsOf(document)}</span>
      {document.outline && document.outline.headings.length > 0 && (
        <ol aria-label={`First headings of ${document.file.name}`}>
          {document.outline.headings.map((heading, index) => (
            <li key={index}>{heading}</li>
          ))}
        </ol>
      )}
    </div>
    <IconButton label={`Remove ${document.file.name}`} onClick={onRemove}>
      <X aria-hidden />
    </IconButton>
  </Item>
);

const accepted = ['.pdf', '.docx', '.md', '.markdown', '.txt', ...documentTypes].join(',');

/** Takes up to five documents by click, keyboard or drop, and shows what is in them before they are sent. */
export const DocumentsField = ({ chosen, isReading, add, remove, problem }: Documents): ReactNode => {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  return (
    <Field aria-label="Documents">
      <Add>
        <Upload aria-hidden />
        <div>
          <Label htmlFor={id}>Add documents</Label>
          <p id={`${id}-hint`}>PDF, Word (.docx), Markdown or text. Up to {sizes.documents}, 50 MB together.</p>
        </div>
        <Input
          ref={input}
          id={id}
          type="file"
          multiple
          data-takes-drops
          accept={accepted}
          aria-describedby={`${id}-hint`}
          onChange={(event) => {
            const files = [...(event.target.files ?? [])];
            // The same file may be chosen again after it was removed.
            event.target.value = '';
            if (files.length > 0) void add(files);
          }}
        />
      </Add>
      {problem !== undefined && <FieldProblem isAnnounced>{problem}</FieldProblem>}
      {chosen.length > 0 && (
        <List>
          {chosen.map((document) => (
            <Document
              key={`${document.file.name} ${String(document.file.lastModified)} ${String(document.file.size)}`}
              document={document}
              onRemove={() => {
                remove(document);
                // The removed document's button had the focus.
                input.current?.focus();
              }}
            />
          ))}
        </List>
      )}
      <Total role="status">{isReading ? 'Reading your documents…' : chosen.length > 0 ? totalText(chosen) : ''}</Total>
    </Field>
  );
};
