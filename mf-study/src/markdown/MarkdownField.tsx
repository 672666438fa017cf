import { hasItemMarks } from '@lectern/contracts/item-text';
import { color, Field, font, inputShape, ItemText, radius, size, space, type FieldProps } from '@lectern/ui';
import { useId, useRef, type KeyboardEvent, type ReactNode, type Ref, type TextareaHTMLAttributes } from 'react';
import { css, styled } from 'styled-components';
import { FormatToolbar } from './FormatToolbar';
import { runShortcut, toolsFor, type FormatTool } from './formatTools';
import { continueList, editText } from './textEdits';

const Frame = styled.div<{ $isCompact: boolean }>`
  position: relative;
  ${({ $isCompact }) =>
    $isCompact
      ? css`
          /* In the line of the label, so that nothing moves when it appears. */
          [role='toolbar'] {
            position: absolute;
            z-index: 1;
            right: 0;
            bottom: 100%;
          }
          &:not(:focus-within) [role='toolbar'] {
            visibility: hidden;
          }
        `
      : css`
          border: 1px solid ${color['line-strong']};
          border-radius: ${radius.field};
          background: ${color.raised};
          overflow: clip;
          &:hover {
            border-color: ${color['ink-faint']};
          }
          &:has(textarea:focus-visible) {
            outline: 2px solid ${color.accent};
            border-color: ${color.accent};
          }
          &:has([aria-invalid='true']) {
            border-color: ${color.danger};
          }
          [role='toolbar'] {
            padding: ${space[4]};
            border-bottom: 1px solid ${color.line};
          }
        `}
`;

const Input = styled.textarea<{ $isCompact: boolean }>`
  ${inputShape}
  display: block;
  resize: vertical;
  ${({ $isCompact }) =>
    $isCompact
      ? css`
          /* Grows with its text. Other browsers keep the handle to resize it. */
          @supports (field-sizing: content) {
            field-sizing: content;
            max-height: 200px;
            resize: none;
          }
        `
      : css`
          border: 0;
          border-radius: 0;
          background: none;
          &:focus-visible {
            outline: none;
          }
        `}
`;

const Shown = styled.div`
  padding: ${space[8]} ${space[12]};
  border-inline-start: 3px solid ${color['accent-line']};
  > small {
    display: block;
    font-size: ${size[12]};
    color: ${color['ink-faint']};
  }
  > div {
    max-height: 220px;
    overflow: auto;
    font-family: ${font.reading};
    font-size: ${size[16]};
    line-height: 1.5;
    overflow-wrap: anywhere;
  }
`;

/** How a text will look. Nothing while it would look the same. */
const Preview = ({ children }: { children: string }): ReactNode =>
  hasItemMarks(children) && (
    <Shown role="group" aria-label="Preview">
      <small aria-hidden>Preview</small>
      <div dir="auto">
        <ItemText>{children}</ItemText>
      </div>
    </Shown>
  );

export interface MarkdownFieldProps
  extends FieldProps, Pick<TextareaHTMLAttributes<HTMLTextAreaElement>, 'rows' | 'maxLength' | 'onFocus' | 'onPaste'> {
  value: string;
  onChange: (value: string) => void;
  /** One line at first, which grows with its text. The toolbar shows above it only while the field has focus. */
  isCompact?: boolean;
  /** Whether words can be made gaps. */
  hasGaps?: boolean;
  /** Further tools, after the others. */
  tools?: readonly FormatTool[];
  /** Defaults to true. */
  hasPreview?: boolean;
  ref?: Ref<HTMLTextAreaElement>;
}

/** A multi-line text field for the Markdown of an item, with a toolbar, shortcuts, and a preview once there is something to render. */
export const MarkdownField = ({
  label,
  hint,
  error,
  value,
  onChange,
  isCompact = false,
  hasGaps = false,
  tools: further = [],
  hasPreview = true,
  ref,
  ...rest
}: MarkdownFieldProps): ReactNode => {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const tools = [...toolsFor(hasGaps), ...further];
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.defaultPrevented || event.nativeEvent.isComposing || runShortcut(tools, event)) return;
    const isEnter = event.key === 'Enter' && !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (isEnter && editText(event.currentTarget, continueList)) event.preventDefault();
  };
  return (
    <Field label={label} hint={hint} error={error} id={id}>
      {(control) => (
        <>
          <Frame $isCompact={isCompact}>
            <FormatToolbar label="Formatting" controls={id} tools={tools} onTool={(tool) => field.current && tool.run(field.current)} />
            <Input
              rows={isCompact ? 1 : 3}
              dir="auto"
              {...rest}
              {...control}
              ref={(element) => {
                field.current = element;
                if (typeof ref === 'function') ref(element);
                else if (ref) ref.current = element;
              }}
              $isCompact={isCompact}
              value={value}
              onChange={(event) => {
                onChange(event.target.value);
              }}
              onKeyDown={onKeyDown}
            />
          </Frame>
          {hasPreview && <Preview>{value}</Preview>}
        </>
      )}
    </Field>
  );
};
