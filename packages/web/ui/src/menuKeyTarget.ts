/** The letters typed in a menu, and when. Milliseconds. */
export interface TypedText {
  text: string;
  at: number;
}

/** After a pause of this length a letter starts a new text. Milliseconds. */
const pauseMs = 1_000;

interface Pressed {
  key: string;
  timeStamp: number;
}

/** The effect of a key in a menu: it focuses an entry or chooses it. */
export interface MenuKeyTarget {
  item: HTMLElement;
  action: 'focus' | 'choose';
}

const at = (items: readonly HTMLElement[], place: number): MenuKeyTarget | undefined => {
  const item = items.at(place);
  return item && { item, action: 'focus' };
};

/** The next entry that begins with the text. A repeated letter cycles through the entries that begin with it. */
const byText = (items: readonly HTMLElement[], from: number, text: string): MenuKeyTarget | undefined => {
  const isRepeated = [...text].every((letter) => letter === text[0]);
  const start = isRepeated ? from + 1 : Math.max(from, 0);
  const wanted = isRepeated ? text.slice(0, 1) : text;
  const inTurn = [...items.slice(start), ...items.slice(0, start)];
  const item = inTurn.find(({ textContent }) => textContent.trim().toLowerCase().startsWith(wanted));
  return item && { item, action: 'focus' };
};

/**
 * Determines the effect of a key, following the menu pattern of the ARIA Authoring Practices.
 *
 * @param items the entries, including disabled ones
 * @param pressed `timeStamp` in milliseconds
 * @param typed the letters typed so far; a further letter is appended to it
 */
export const menuKeyTarget = (
  items: readonly HTMLElement[],
  { key, timeStamp }: Pressed,
  typed: { current: TypedText },
): MenuKeyTarget | undefined => {
  const active = items.findIndex((item) => item === document.activeElement);
  const item = items[active];
  const before = timeStamp - typed.current.at < pauseMs ? typed.current.text : '';
  if (key.length === 1 && (key !== ' ' || before !== '')) {
    const text = before + key.toLowerCase();
    typed.current = { text, at: timeStamp };
    return byText(items, active, text);
  }
  switch (key) {
    case 'ArrowDown':
      return at(items, (active + 1) % Math.max(items.length, 1));
    case 'ArrowUp':
      return at(items, Math.max(active, 0) - 1);
    case 'Home':
    case 'PageUp':
      return at(items, 0);
    case 'End':
    case 'PageDown':
      return at(items, -1);
    case 'Enter':
    case ' ':
      return item && { item, action: 'choose' };
    case 'ArrowRight':
      return item?.dataset['leads'] === 'on' ? { item, action: 'choose' } : undefined;
    case 'ArrowLeft': {
      const back = items.find(({ dataset }) => dataset['leads'] === 'back');
      return back && { item: back, action: 'choose' };
    }
    default:
      return undefined;
  }
};
