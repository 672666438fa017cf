import { EditorState } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { useEffect, useEffectEvent, useId, useRef, useState, type ReactNode } from 'react';
import { actions, selectionState, type ActionName, type SelectionState } from './commands';
import { nodeViews, NodeContents, NodePortals } from './nodeViews';
import { editorPlugins } from './plugins';
import { readHtml, readPlainText } from './readHtml';
import { readMarkdown } from './readMarkdown';
import { Frame, TextSurface } from './TextSurface';
import { TextToolbar } from './TextToolbar';
import { MarkdownWriter } from './writeMarkdown';

/** Reads what is pasted or dropped, without making elements of it. Files are ignored. */
const readTransfer = (data: DataTransfer | null) => {
  const html = data?.getData('text/html') ?? '';
  return html === '' ? readPlainText(data?.getData('text/plain') ?? '') : readHtml(html);
};

/** ProseMirror would parse HTML with `innerHTML`, which the page's policy refuses. */
const transfers = {
  paste: (view: EditorView, event: ClipboardEvent): boolean => {
    event.preventDefault();
    view.dispatch(view.state.tr.replaceSelection(readTransfer(event.clipboardData)).scrollIntoView().setMeta('uiEvent', 'paste'));
    return true;
  },
  drop: (view: EditorView, event: DragEvent): boolean => {
    if (view.dragging) return false;
    event.preventDefault();
    const at = view.posAtCoords({ left: event.clientX, top: event.clientY });
    const slice = readTransfer(event.dataTransfer);
    if (at && slice.size > 0) view.dispatch(view.state.tr.replaceRange(at.pos, at.pos, slice).setMeta('uiEvent', 'drop'));
    return true;
  },
  // A link in a block that is kept would leave the page.
  click: (_view: EditorView, event: MouseEvent): boolean => {
    if (event.target instanceof Element && event.target.closest('a')) event.preventDefault();
    return false;
  },
};

/** What the header and the toolbar, or the actions and a phone's bottom bar cover of the window. Pixels. */
const covered = { top: 140, bottom: 160, left: 0, right: 0 };

export interface TextEditorProps {
  /** The id of the visible label. */
  labelledBy: string;
  /** The text at the start. Later changes are not shown. */
  markdown: string;
  /** Called with each change. Undoing all changes gives the text from the start. */
  onChange: (markdown: string) => void;
}

/** Edits a guide's Markdown as it looks. What is not changed stays exactly as it was written. */
export const TextEditor = ({ labelledBy, markdown, onChange }: TextEditorProps): ReactNode => {
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const [contents] = useState(() => new NodeContents());
  const [selection, setSelection] = useState<SelectionState>();
  const [start] = useState(markdown);
  const change = useEffectEvent(onChange);
  useEffect(() => {
    const source = readMarkdown(start);
    const writer = new MarkdownWriter(source);
    const made = new EditorView(place.current, {
      state: EditorState.create({ doc: source.doc, plugins: editorPlugins() }),
      nodeViews: nodeViews(contents),
      attributes: { id, role: 'textbox', 'aria-multiline': 'true', 'aria-labelledby': labelledBy, spellcheck: 'true' },
      handleDOMEvents: transfers,
      scrollThreshold: covered,
      scrollMargin: covered,
      handleKeyDown: (_view, event) => {
        if (event.key !== 'F10' || !event.altKey) return false;
        bar.current?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus();
        return true;
      },
      dispatchTransaction: (transaction) => {
        const state = made.state.apply(transaction);
        made.updateState(state);
        setSelection(selectionState(state));
        if (transaction.docChanged) change(writer.write(state.doc));
      },
    });
    view.current = made;
    setSelection(selectionState(made.state));
    return () => {
      made.destroy();
    };
  }, [contents, id, labelledBy, start]);
  const use = (action: ActionName): void => {
    const { current } = view;
    if (!current) return;
    actions[action](current.state, current.dispatch.bind(current));
    current.focus();
  };
  return (
    <Frame>
      {selection && (
        <TextToolbar
          ref={bar}
          controls={id}
          selection={selection}
          onUse={use}
          onLeave={() => {
            view.current?.focus();
          }}
        />
      )}
      <TextSurface ref={place} />
      <NodePortals contents={contents} />
    </Frame>
  );
};
