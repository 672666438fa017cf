import { useCallback, useState } from 'react';

export interface Selection {
  /** Ids of the selected items. Undefined outside selection mode. */
  selected: ReadonlySet<string> | undefined;
  /** Selects or deselects an item. A stable function. */
  toggle: (id: string) => void;
  /** Ends the selection. A stable function. */
  end: () => void;
}

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
