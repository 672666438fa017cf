import { DropdownMenu } from '@lectern/ui/primitives';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { ChevronRight } from './icons';
import type { LazyMenuState } from './LazyMenu';
import type { MenuEntry } from './MenuEntry';
import { menuItem, menuSurface } from './menuStyles';

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

/** Menus are rendered into `main`, so that they stand inside a landmark. */
const place = (): HTMLElement | null => document.querySelector('main');

const drawEntry = (entry: MenuEntry): ReactNode =>
  entry.entries ? (
    <DropdownMenu.Sub key={entry.id ?? entry.label}>
      <SubTrigger>
        {entry.icon}
        {entry.label}
        <ChevronRight aria-hidden />
      </SubTrigger>
      <DropdownMenu.Portal container={place()}>
        <SubSurface sideOffset={4} collisionPadding={12}>
          {entry.entries.length > 0 ? entry.entries.map(drawEntry) : <Item disabled>{entry.emptyText}</Item>}
        </SubSurface>
      </DropdownMenu.Portal>
    </DropdownMenu.Sub>
  ) : (
    <Item
      key={entry.id ?? entry.label}
      $isDestructive={entry.isDestructive ?? false}
      disabled={entry.isDisabled ?? false}
      onSelect={() => entry.onSelect?.()}
    >
      {entry.icon}
      {entry.label}
    </Item>
  );

/** The content of a `Menu`, loaded when it is first used. */
export const MenuSurface = ({ button, isOpen, onOpenChange, entries }: LazyMenuState & { entries: readonly MenuEntry[] }): ReactNode => (
  <DropdownMenu.Root open={isOpen} onOpenChange={onOpenChange} modal={false}>
    <DropdownMenu.Trigger asChild>{button}</DropdownMenu.Trigger>
    <DropdownMenu.Portal container={place()}>
      <Surface align="end" sideOffset={4} collisionPadding={12}>
        {entries.map(drawEntry)}
      </Surface>
    </DropdownMenu.Portal>
  </DropdownMenu.Root>
);
