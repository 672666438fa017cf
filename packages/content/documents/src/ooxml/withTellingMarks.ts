/** Marks with a meaning in any list. */
const telling = /^[☐☑☒⇒⇐⇔]$/u;
/** Marks with a meaning only if a list has several different ones. */
const tellingBesideOthers = /^[☐☑☒⇒⇐⇔✓✔✗✘✕☺☹←→↑↓↔+]$/u;

/** The mark of all items of numbered lists. */
export const numberedMark = '1.';

interface Marked {
  kind?: string;
  text?: string;
  level?: number;
  mark?: string | undefined;
}

/**
 * Puts list marks with a meaning into the text of their items: check boxes, and ticks and crosses in a mixed list. Drops other marks as
 * decoration. Numbered items only keep `isNumbered`.
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
