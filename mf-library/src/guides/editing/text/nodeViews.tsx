import { FormulaText } from '@lectern/ui';
import { Markdown } from '@lectern/ui/markdown';
import type { Node } from 'prosemirror-model';
import type { EditorProps, NodeView, NodeViewConstructor } from 'prosemirror-view';
import { useSyncExternalStore, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { GuidePictureImage } from '../../reading/GuidePictures';
import { nameOf, referenceOf } from '../../reading/guideMarkdown';

interface Shown {
  key: string;
  content: ReactNode;
}

/** The React content of the editor's nodes. The editor makes and removes the elements, React fills them. */
export class NodeContents {
  private readonly shown = new Map<HTMLElement, Shown>();
  private readonly listeners = new Set<() => void>();
  private list: readonly (Shown & { place: HTMLElement })[] = [];
  private made = 0;

  show(place: HTMLElement, content: ReactNode): void {
    this.made += 1;
    this.shown.set(place, { key: String(this.made), content });
    this.tell();
  }

  remove(place: HTMLElement): void {
    this.shown.delete(place);
    this.tell();
  }

  readonly all = (): readonly (Shown & { place: HTMLElement })[] => this.list;

  readonly subscribe = (changed: () => void): (() => void) => {
    this.listeners.add(changed);
    return () => {
      this.listeners.delete(changed);
    };
  };

  private tell(): void {
    this.list = [...this.shown].map(([place, shown]) => ({ place, ...shown }));
    for (const listener of this.listeners) listener();
  }
}

/** Renders the content of the editor's nodes. */
export const NodePortals = ({ contents }: { contents: NodeContents }): ReactNode =>
  useSyncExternalStore(contents.subscribe, contents.all, contents.all).map(({ place, key, content }) => createPortal(content, place, key));

/** A node that is shown as a whole and cannot be changed. Its element is replaced if it changes. */
const wholeView = (dom: HTMLElement, node: Node, onRemove?: () => void): NodeView => ({
  dom,
  update: (next) => next.sameMarkup(node),
  ignoreMutation: () => true,
  ...(onRemove && { destroy: onRemove }),
});

const element = (name: 'span' | 'div', className: string): HTMLElement => {
  const made = document.createElement(name);
  made.className = className;
  return made;
};

const text = (node: Node, name: string): string => String(node.attrs[name] ?? '');

/** Shows a citation like the reading view: a slide's number, or the words of another place. */
const citationView: NodeViewConstructor = (node) => {
  const dom = element('span', 'citation');
  const label = text(node, 'label');
  const reference = referenceOf(text(node, 'address'), label);
  dom.dir = 'ltr';
  dom.textContent = reference?.kind === 'slide' ? String(reference.number) : label || `¶${String(reference?.number ?? '')}`;
  if (reference) {
    dom.title = `From ${nameOf(reference)}`;
    dom.setAttribute('role', 'img');
    dom.setAttribute('aria-label', `Source: ${nameOf(reference)}`);
  }
  return wholeView(dom, node);
};

const keptTextView: NodeViewConstructor = (node) => {
  const dom = element('span', 'kept-text');
  dom.textContent = text(node, 'source');
  dom.title = 'Edit as Markdown to change this';
  return wholeView(dom, node);
};

/** Kinds of blocks that are shown as their source. */
const plainKinds = new Set(['html', 'definition', 'footnoteDefinition']);

const KeptBlock = ({ node }: { node: Node }): ReactNode => {
  const { type, value } = node.attrs['node'] as { type: string; value?: string };
  const source = (node.attrs['source'] as string | null) ?? value ?? '';
  if (plainKinds.has(type)) return <pre>{source}</pre>;
  if (type === 'code' && node.attrs['source'] === null) return <pre>{source}</pre>;
  return <Markdown>{source}</Markdown>;
};

type ContentOf = (node: Node) => ReactNode;

const reactView =
  (contents: NodeContents, name: 'span' | 'div', className: string, contentOf: ContentOf): NodeViewConstructor =>
  (node) => {
    const dom = element(name, className);
    contents.show(dom, contentOf(node));
    return wholeView(dom, node, () => {
      contents.remove(dom);
    });
  };

/** The views of the nodes that are shown as a whole. */
export const nodeViews = (contents: NodeContents): NonNullable<EditorProps['nodeViews']> => ({
  citation: citationView,
  kept_text: keptTextView,
  formula: reactView(contents, 'span', 'formula', (node) => <FormulaText>{text(node, 'source')}</FormulaText>),
  picture: reactView(contents, 'span', 'picture', (node) => <GuidePictureImage src={text(node, 'address')} alt={text(node, 'alt')} />),
  kept_block: reactView(contents, 'div', 'kept-block', (node) => <KeptBlock node={node} />),
});
