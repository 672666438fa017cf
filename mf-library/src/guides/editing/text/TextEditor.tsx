import { EditorState } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { useEffect, useEffectEvent, useId, useRef, useState, type ReactNode, type RefObject } from 'react';
import { actions, selectionState, type ActionName, type SelectionState } from './commands';
import { nodeViews, NodeContents, NodePortals } from './nodeViews';
import { editorPlugins } from './plugins';
import { readHtml, readPlainText } from './readHtml';
import { readMarkdown, type GuideSource } from './readMarkdown';
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

const startOf = (markdown: string): { source: GuideSource; start: EditorState } => {
  const source = readMarkdown(markdown);
  return { source, start: EditorState.create({ doc: source.doc, plugins: editorPlugins() }) };
};

interface Editor {
  /** The element that holds the text. */
  place: RefObject<HTMLDivElement | null>;
  bar: RefObject<HTMLDivElement | null>;
  contents: NodeContents;
  selection: SelectionState;
  use: (action: ActionName) => void;
  focus: () => void;
}

/** Makes the editor in `place`, for as long as the component is shown. */
const useEditor = ({ labelledBy, markdown, onChange }: TextEditorProps, id: string): Editor => {
  const place = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const [contents] = useState(() => new NodeContents());
  const [{ source, start }] = useState(() => startOf(markdown));
  const [selection, setSelection] = useState(() => selectionState(start));
  const change = useEffectEvent(onChange);
  useEffect(() => {
    const writer = new MarkdownWriter(source);
    const made = new EditorView(place.current, {
      state: start,
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
    return () => {
      made.destroy();
    };
  }, [contents, id, labelledBy, source, start]);
  const focus = (): void => view.current?.focus();
  const use = (action: ActionName): void => {
    const { current } = view;
    if (!current) return;
    actions[action](current.state, current.dispatch.bind(current));
    focus();
  };
  return { place, bar, contents, selection, use, focus };
};

/** Edits a guide's Markdown as it looks. What is not changed stays exactly as it was written. */
export const TextEditor = (props: TextEditorProps): ReactNode => {
  const id = useId();
  const { place, bar, contents, selection, use, focus } = useEditor(props, id);
  return (
    <Frame>
      <TextToolbar ref={bar} controls={id} selection={selection} onUse={use} onLeave={focus} />
      <TextSurface ref={place} />
      <NodePortals contents={contents} />
    </Frame>
  );
};
