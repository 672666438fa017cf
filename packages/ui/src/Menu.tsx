import { DropdownMenu } from '@lectern/ui/primitives';
import { useState, type ReactNode } from 'react';
import { css, keyframes, styled } from 'styled-components';
import { IconButton } from './IconButton';
import { ChevronRight, MoreVertical } from './icons';
import { color, measure, media, motion, radius, shadow, size, space } from './tokens';

const appear = keyframes`from { opacity: 0; transform: translateY(-4px); }`;

/** The look of floating lists, for menus of other kinds. */
export const menuSurface = css`
  z-index: 40;
  min-width: 208px;
  max-width: min(320px, calc(100vw - 24px));
  max-height: min(420px, var(--radix-dropdown-menu-content-available-height, 420px));
  overflow-y: auto;
  padding: ${space[4]};
  border: 1px solid ${color.line};
  border-radius: ${radius.card};
  background: ${color.raised};
  color: ${color.ink};
  box-shadow: ${shadow.high};
  animation: ${appear} ${motion.state};
`;

export const menuItem = css<{ $isDestructive?: boolean }>`
  display: flex;
  align-items: center;
  gap: ${space[12]};
  min-height: 40px;
  padding: ${space[8]} ${space[12]};
  border-radius: ${radius.field};
  font-size: ${size[14]};
  color: ${({ $isDestructive }) => ($isDestructive ? color.danger : color.ink)};
  text-decoration: none;
  cursor: pointer;
  user-select: none;
  outline: none;
  overflow-wrap: anywhere;
  svg {
    flex: none;
    width: 18px;
    height: 18px;
    color: ${({ $isDestructive }) => ($isDestructive ? 'currentColor' : color['ink-faint'])};
  }
  &[data-highlighted],
  &[data-state='open'] {
    background: ${({ $isDestructive }) => ($isDestructive ? color['danger-tint'] : color['accent-tint'])};
  }
  &[data-disabled] {
    color: ${color['ink-faint']};
    cursor: default;
  }
  @media ${media.touch} {
    min-height: ${measure.target};
  }
`;

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

/** An action, or a named list of further ones ("Add to Folder"). */
export interface MenuEntry {
  /** Tells entries of the same label apart, such as folders of one name. */
  id?: string;
  label: string;
  icon?: ReactNode;
  isDestructive?: boolean;
  isDisabled?: boolean;
  onSelect?: () => void;
  /** Opens beside the entry. */
  entries?: readonly MenuEntry[];
  /** Stands in for `entries` when there are none. */
  emptyText?: string;
}

export interface MenuProps {
  /** The thing the options belong to: the button is named "Options for {title}". */
  title: string;
  entries: readonly MenuEntry[];
  /** Another trigger than the three dots; it must take a ref and button props. */
  trigger?: ReactNode;
}

/** Menus belong to the page's main part, as what they are the options of does: nothing of a page stands outside its landmarks. */
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

/** The options of a card or page: opens on click, closes on an outside click and Escape. */
export const Menu = ({ title, entries, trigger }: MenuProps): ReactNode => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <DropdownMenu.Root open={isOpen} onOpenChange={setIsOpen} modal={false}>
      <DropdownMenu.Trigger asChild>
        {trigger ?? (
          <IconButton label={`Options for ${title}`}>
            <MoreVertical aria-hidden />
          </IconButton>
        )}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={place()}>
        <Surface align="end" sideOffset={4} collisionPadding={12}>
          {entries.map(drawEntry)}
        </Surface>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
};
