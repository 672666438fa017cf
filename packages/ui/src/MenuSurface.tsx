import { DropdownMenu } from '@lectern/ui/primitives';
import { useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { styled } from 'styled-components';
import { ChevronLeft, ChevronRight } from './icons';
import { useTap, type LazyMenuState } from './LazyMenu';
import type { MenuEntry } from './MenuEntry';
import { menuItem, menuSurface, MenuVeil } from './menuStyles';
import { color, media, size, space } from './tokens';
import { useMediaQuery } from './useMediaQuery';

const Surface = styled(DropdownMenu.Content)`
  ${menuSurface}
`;
const SubSurface = styled(DropdownMenu.SubContent)`
  ${menuSurface}
`;
const Item = styled(DropdownMenu.Item)<{ $isDestructive?: boolean }>`
  ${menuItem}
`;
const SubTrigger = styled(DropdownMenu.SubTrigger)<{ $isDestructive?: boolean }>`
  ${menuItem}
  > svg:last-child {
    margin-left: auto;
  }
`;
/** An entry of a sheet that leads to another list. */
const Door = styled(Item)`
  > svg:last-child:not(:first-child) {
    margin-left: auto;
  }
`;
const Heading = styled(DropdownMenu.Label)`
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

/** Menus are rendered into `main`, so that they stand inside a landmark. */
const place = (): HTMLElement | null => document.querySelector('main');

const keyOf = ({ id, label }: MenuEntry): string => id ?? label;

const Action = ({ entry }: { entry: MenuEntry }): ReactNode => (
  <Item $isDestructive={entry.isDestructive ?? false} disabled={entry.isDisabled ?? false} onSelect={() => entry.onSelect?.()}>
    {entry.icon}
    {entry.label}
  </Item>
);

const Nothing = ({ text }: { text: string | undefined }): ReactNode => <Item disabled>{text}</Item>;

/** Entries of a menu; a list opens beside its entry. */
const Entries = ({ entries }: { entries: readonly MenuEntry[] }): ReactNode =>
  entries.map((entry) =>
    entry.entries ? (
      <DropdownMenu.Sub key={keyOf(entry)}>
        <SubTrigger>
          {entry.icon}
          {entry.label}
          <ChevronRight aria-hidden />
        </SubTrigger>
        <DropdownMenu.Portal container={place()}>
          <SubSurface sideOffset={4} collisionPadding={12}>
            {entry.entries.length > 0 ? <Entries entries={entry.entries} /> : <Nothing text={entry.emptyText} />}
          </SubSurface>
        </DropdownMenu.Portal>
      </DropdownMenu.Sub>
    ) : (
      <Action key={keyOf(entry)} entry={entry} />
    ),
  );

interface SheetEntriesProps {
  title: string | undefined;
  entries: readonly MenuEntry[];
  /** Called after another list was drawn. */
  onTurned: () => void;
}

/** Entries of a sheet: a list takes the place of the entries, because beside them there is no room. */
const SheetEntries = ({ title, entries, onTurned }: SheetEntriesProps): ReactNode => {
  const [openKey, setOpenKey] = useState<string>();
  const list = entries.find((entry) => entry.entries && keyOf(entry) === openKey);
  const turnTo = (key: string | undefined) => (event: Event) => {
    // The sheet stays open.
    event.preventDefault();
    flushSync(() => {
      setOpenKey(key);
    });
    onTurned();
  };
  if (list?.entries) {
    return (
      <>
        <Door key="back" onSelect={turnTo(undefined)}>
          <ChevronLeft aria-hidden />
          Back
        </Door>
        <Heading>{list.label}</Heading>
        {list.entries.length > 0 ? (
          list.entries.map((entry) => <Action key={keyOf(entry)} entry={entry} />)
        ) : (
          <Nothing text={list.emptyText} />
        )}
      </>
    );
  }
  return (
    <>
      {title !== undefined && <Heading>{title}</Heading>}
      {entries.map((entry) =>
        entry.entries ? (
          <Door key={keyOf(entry)} onSelect={turnTo(keyOf(entry))}>
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
  /** Stands above the entries of a sheet, which covers the thing that they belong to. */
  title?: string | undefined;
  entries: readonly MenuEntry[];
}

/** The content of a `Menu`, loaded when it is first used: beside its button, on a phone a sheet. */
export const MenuSurface = ({ button, isOpen, onOpenChange, title, entries }: MenuSurfaceProps): ReactNode => {
  const isSheet = useMediaQuery(media.small);
  const tap = useTap(isOpen, onOpenChange);
  const surface = useRef<HTMLDivElement>(null);
  const focusFirst = (): void => {
    surface.current?.querySelector<HTMLElement>('[role=menuitem]:not([aria-disabled])')?.focus();
  };
  return (
    // Radix would lock the page by styles that the whole page inherits: in a list of 2,000 cards that takes a second on a phone. The veil covers it.
    <DropdownMenu.Root open={isOpen} onOpenChange={onOpenChange} modal={false}>
      <DropdownMenu.Trigger asChild onPointerDown={tap.onPointerDown} onClick={tap.onClick}>
        {button}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={place()}>
        <div>
          <MenuVeil
            onClick={() => {
              onOpenChange(false);
            }}
          />
          <Surface
            ref={surface}
            align="end"
            sideOffset={4}
            collisionPadding={12}
            onInteractOutside={(event) => {
              // The veil closes a sheet.
              if (isSheet) event.preventDefault();
            }}
          >
            {isSheet ? <SheetEntries title={title} entries={entries} onTurned={focusFirst} /> : <Entries entries={entries} />}
          </Surface>
        </div>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
};
