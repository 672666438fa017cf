import { hasItemMarks } from '@lectern/contracts/item-text';
import { color, Field, font, inputShape, ItemText, radius, size, space, type FieldProps } from '@lectern/ui';
import { useId, useRef, type KeyboardEvent, type ReactNode, type Ref, type TextareaHTMLAttributes } from 'react';
import { css, styled } from 'styled-components';
import { FormatToolbar } from './FormatToolbar';
import { runShortcut, toolsFor, type FormatTool } from './formatTools';
import { continueList, editText } from './textEdits';

const Frame = styled.div<{ $hasToolbar: boolean }>`
  ${({ $hasToolbar }) =>
    $hasToolbar &&
    css`
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

const Input = styled.textarea<{ $hasToolbar: boolean }>`
  ${inputShape}
  display: block;
  resize: vertical;
  ${({ $hasToolbar }) =>
    $hasToolbar &&
    css`
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
  /** Defaults to true. Without, the shortcuts still work. */
  hasToolbar?: boolean;
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
  hasToolbar = true,
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
          <Frame $hasToolbar={hasToolbar}>
            {hasToolbar && (
              <FormatToolbar label="Formatting" controls={id} tools={tools} onTool={(tool) => field.current && tool.run(field.current)} />
            )}
            <Input
              rows={3}
              dir="auto"
              {...rest}
              {...control}
              ref={(element) => {
                field.current = element;
                if (typeof ref === 'function') ref(element);
                else if (ref) ref.current = element;
              }}
              $hasToolbar={hasToolbar}
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
