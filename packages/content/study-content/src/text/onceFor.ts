import type { Source } from '@lectern/contracts';

/** Caches a value that is worked out of a source, for as long as the source lives. */
export function onceFor<Value>(work: (source: Source) => Value): (source: Source) => Value {
  const known = new WeakMap<Source, { value: Value }>();
  return (source) => {
    let held = known.get(source);
    if (!held) known.set(source, (held = { value: work(source) }));
    return held.value;
  };
}
