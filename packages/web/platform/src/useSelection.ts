import { useCallback, useState } from 'react';

export interface Selection {
  /** Ids of the chosen items; undefined while none are being chosen. */
  selected: ReadonlySet<string> | undefined;
  /** Selects or deselects an item. The same function at every render. */
  toggle: (id: string) => void;
  /** Ends the selection. The same function at every render. */
  end: () => void;
}

/** The selection of items in a list. */
export const useSelection = (): Selection => {
  const [selected, setSelected] = useState<ReadonlySet<string>>();
  const toggle = useCallback((id: string) => {
    setSelected((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  }, []);
  const end = useCallback(() => {
    setSelected(undefined);
  }, []);
  return { selected, toggle, end };
};
