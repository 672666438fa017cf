import { useState, type MouseEvent, type ReactNode } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { styled } from 'styled-components';
import { focusMenuItem } from './focusMenuItem';
import { ChevronLeft, ChevronRight } from './icons';
import type { LazyMenuState } from './LazyMenu';
import type { MenuEntry } from './MenuEntry';
import { MenuItem, menuItemsOf, MenuPopup } from './MenuPopup';
import { color, media, size, space } from './tokens';
import { useMediaQuery } from './useMediaQuery';

/** An entry that opens another list or returns from it. */
const Door = styled(MenuItem)`
  > svg:last-child:not(:first-child) {
    margin-left: auto;
  }
`;
const Heading = styled.div`
  display: -webkit-box;
  overflow: hidden;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
  padding: ${space[4]} ${space[12]};
  margin-bottom: ${space[4]};
  font-size: ${size[14]};
  color: ${color['ink-faint']};
  overflow-wrap: anywhere;
`;

const keyOf = ({ id, label }: MenuEntry): string => id ?? label;

const Action = ({ entry }: { entry: MenuEntry }): ReactNode => (
  <MenuItem isDestructive={entry.isDestructive} isDisabled={entry.isDisabled} onClick={() => entry.onSelect?.()}>
    {entry.icon}
    {entry.label}
  </MenuItem>
);

interface EntriesProps {
  /** Shown above the entries. */
  title: string | undefined;
  entries: readonly MenuEntry[];
}

/** The entries of a menu. A nested list replaces them, because a phone is too narrow to show both. */
const Entries = ({ title, entries }: EntriesProps): ReactNode => {
  const [openKey, setOpenKey] = useState<string>();
  const list = entries.find((entry) => entry.entries && keyOf(entry) === openKey);
  /** @param next returns the entry that gets the focus; if it returns undefined, the first entry gets it */
  const turnTo = (key: string | undefined, next: (items: HTMLElement[]) => HTMLElement | undefined) => (event: MouseEvent) => {
    const menu = event.currentTarget.closest('[role=menu]');
    flushSync(() => {
      setOpenKey(key);
    });
    if (!menu) return;
    const items = menuItemsOf(menu);
    focusMenuItem(next(items) ?? items[0]);
  };
  if (list?.entries) {
    return (
      <>
        <Door leads="back" onClick={turnTo(undefined, (items) => items.find(({ textContent }) => textContent === list.label))}>
          <ChevronLeft aria-hidden />
          Back
        </Door>
        <Heading>{list.label}</Heading>
        {list.entries.length > 0 ? (
          list.entries.map((entry) => <Action key={keyOf(entry)} entry={entry} />)
        ) : (
          <MenuItem isDisabled>{list.emptyText}</MenuItem>
        )}
      </>
    );
  }
  return (
    <>
      {title !== undefined && <Heading>{title.slice(0, 1).toUpperCase() + title.slice(1)}</Heading>}
      {entries.map((entry) =>
        entry.entries ? (
          <Door key={keyOf(entry)} leads="on" onClick={turnTo(keyOf(entry), ([, first]) => first)}>
            {entry.icon}
            {entry.label}
            <ChevronRight aria-hidden />
          </Door>
        ) : (
          <Action key={keyOf(entry)} entry={entry} />
        ),
      )}
    </>
  );
};

export interface MenuSurfaceProps extends LazyMenuState {
  /** Shown above the entries of a sheet, because the sheet covers the item that they belong to. */
  title?: string | undefined;
  entries: readonly MenuEntry[];
}

/** The lazily loaded content of a `Menu`. Rendered into `main`, so that it is inside a landmark. */
export const MenuSurface = ({ opening, title, entries }: MenuSurfaceProps): ReactNode => {
  const isSheet = useMediaQuery(media.small);
  if (!opening) return null;
  return createPortal(
    <MenuPopup {...opening}>
      <Entries title={isSheet ? title : undefined} entries={entries} />
    </MenuPopup>,
    document.querySelector('main') ?? document.body,
  );
};
