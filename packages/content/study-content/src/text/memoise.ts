import type { Source } from '@lectern/contracts';

/** Memoises a function of a source. The value lives as long as the source. */
export function onceFor<Value>(work: (source: Source) => Value): (source: Source) => Value {
  const known = new WeakMap<Source, { value: Value }>();
  return (source) => {
    let held = known.get(source);
    if (!held) known.set(source, (held = { value: work(source) }));
    return held.value;
  };
}

/** Total characters that a cache holds before it is cleared. */
const mostCharacters = 1_000_000;

/**
 * Memoises a function of a text, because each text of a deck is compared with many others. Callers share the value and must not change it.
 */
export function onceForText<Value extends NonNullable<unknown>>(work: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>();
  let characters = 0;
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const value = work(text);
    // A whole book is processed once and would only evict everything else.
    if (text.length > mostCharacters / 10) return value;
    if ((characters += text.length) > mostCharacters) {
      known.clear();
      characters = text.length;
    }
    known.set(text, value);
    return value;
  };
}
