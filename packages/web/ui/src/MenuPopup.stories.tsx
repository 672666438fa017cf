import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { useState, type ReactNode } from 'react';
import { fn, screen, expect } from 'storybook/test';
import { Button } from './Button';
import { LogOut, Settings } from './icons';
import { MenuItem, MenuPopup, type MenuPopupProps } from './MenuPopup';

/** An initially open menu next to its button. */
const OpenMenu = ({ onShown, onClose }: Pick<MenuPopupProps, 'onShown' | 'onClose'>): ReactNode => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button ref={setAnchor} id="ada" variant="quiet" aria-haspopup="menu" aria-expanded>
        Ada
      </Button>
      {anchor && (
        <MenuPopup anchor={anchor} isKeyed onShown={onShown} onClose={onClose}>
          <MenuItem>
            <Settings aria-hidden />
            Settings
          </MenuItem>
          <MenuItem isDisabled>Subscription</MenuItem>
          <MenuItem isDestructive>
            <LogOut aria-hidden />
            Logout
          </MenuItem>
        </MenuPopup>
      )}
    </>
  );
};

const meta = {
  title: 'Components/MenuPopup',
  component: OpenMenu,
  parameters: { docs: { story: { inline: false, height: '240px' } } },
  args: { onShown: fn(), onClose: fn() },
} satisfies Meta<typeof OpenMenu>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Open: Story = {
  play: async () => {
    await expect(await screen.findByRole('menuitem', { name: 'Settings' })).toHaveFocus();
  },
};
