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
