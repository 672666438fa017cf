import { setNavigationCount } from '@lectern/platform';
import { freeLimits, learner, onPlatform, premiumLimits, type PlatformParameters } from '@lectern/platform/testing';
import { EmptyState, PageHead } from '@lectern/ui';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { expect, waitFor, within } from 'storybook/test';
import { navigationOf } from '../knownAreas';
import { Frame } from './Frame';

const meta = {
  title: 'Shell/Frame',
  component: Frame,
  decorators: [onPlatform],
  tags: ['screen'],
  args: {
    isSignedIn: true,
    isLanding: false,
    navigation: navigationOf([]),
    children: (
      <>
        <PageHead title="Study Guides" />
        <EmptyState drawing="guide">No study guides created yet. Create your first one!</EmptyState>
      </>
    ),
  },
} satisfies Meta<typeof Frame>;
export default meta;
type Story = StoryObj<typeof meta>;

const on = (platform: PlatformParameters): Pick<Story, 'parameters'> => ({
  parameters: { layout: 'fullscreen', platform: { at: '/study-materials', isWholePage: true, ...platform } },
});
const signedIn = { user: learner, limits: freeLimits() };

const openMenu: NonNullable<Story['play']> = async ({ canvas, userEvent }) => {
  // The button is shown before the menu's code is loaded.
  const button = await canvas.findByRole('button', { name: 'Ada', expanded: false });
  await userEvent.click(button);
  const shown = await within(document.body).findByText('Signed in as ada@example.org');
  await waitFor(() => expect(shown).toBeVisible());
};

export const SignedOut: Story = {
  ...on({ at: '/login' }),
  args: { isSignedIn: false, children: <PageHead title="Welcome back" /> },
};

export const SignedIn: Story = {
  ...on(signedIn),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('button', { name: 'Jump to a guide, quiz or deck' })).toBeVisible();
    const sidebar = within(canvas.getByRole('navigation', { name: 'Main' }));
    await expect(sidebar.getByRole('link', { name: 'Study Materials' })).toHaveAttribute('aria-current', 'page');
  },
};

/** Cards are due. */
export const WithCount: Story = {
  ...on(signedIn),
  play: async ({ canvas }) => {
    setNavigationCount('/review', { count: 12, word: 'due', until: new Date(Date.now() + 60_000).toISOString() });
    await expect((await canvas.findAllByRole('link', { name: 'Review 12 due' }))[0]).toBeVisible();
  },
};

export const OnADeck: Story = {
  ...on({ ...signedIn, at: '/flashcards/d1' }),
  args: { children: <PageHead title="Cards: Cell respiration" /> },
};

export const UserMenuOpen: Story = { ...on(signedIn), play: openMenu };
export const UserMenuOpenPremium: Story = { ...on({ user: learner, limits: premiumLimits() }), play: openMenu };

export const LongName: Story = on({ ...signedIn, user: { ...learner, firstName: 'Wolfeschlegelsteinhausenbergerdorff'.repeat(3) } });
