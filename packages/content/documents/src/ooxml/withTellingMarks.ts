/** Marks that say something by themselves, in any list. */
const telling = /^[☐☑☒⇒⇐⇔]$/u;
/** Marks that say something in a list that has several of them. */
const tellingBesideOthers = /^[☐☑☒⇒⇐⇔✓✔✗✘✕☺☹←→↑↓↔+]$/u;

/** The mark of every item of a list with numbers. */
export const numberedMark = '1.';

interface Marked {
  kind?: string;
  text?: string;
  level?: number;
  mark?: string | undefined;
}

/**
 * Items of a page or a document; the marks of lists stand in their texts if they say something: a box to tick, or ticks and crosses in one list. Most
 * marks are decoration and are left out. Of numbers it is kept that there are some.
 */
export function withTellingMarks<Item extends object>(items: readonly (Item & Marked)[]): Item[] {
  const kept: Item[] = [];
  let list: (Item & Marked)[] = [];
  const closeList = (): void => {
    for (const { mark, ...item } of list) {
      const others = list.filter(({ level }) => level === item.level);
      const isMixed = others.some((other) => other.mark !== mark);
      const isTold = mark !== undefined && (isMixed ? tellingBesideOthers : telling).test(mark);
      const told = { ...(isTold && { text: `${mark} ${item.text ?? ''}` }), ...(mark === numberedMark && { isNumbered: true }) };
      kept.push({ ...item, ...told } as unknown as Item);
    }
    list = [];
  };
  for (const item of items) {
    if (item.kind === 'bullet') list.push(item);
    else {
      closeList();
      const { mark: _mark, ...rest } = item;
      kept.push(rest as unknown as Item);
    }
  }
  closeList();
  return kept;
}
