import type { Source } from '@lectern/contracts';

/** Works something out of a source once, however many items are checked against it. */
export function onceFor<Value>(work: (source: Source) => Value): (source: Source) => Value {
  const known = new WeakMap<Source, { value: Value }>();
  return (source) => {
    let held = known.get(source);
    if (!held) known.set(source, (held = { value: work(source) }));
    return held.value;
  };
}
