import { onPlatform } from '@lectern/platform/testing';
import { PageHead } from '@lectern/ui';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { expect } from 'storybook/test';
import { ServiceNotice } from './ServiceNotice';

const sentence = /^Lectern is being updated/;

const meta = {
  title: 'Shell/Service notice',
  component: ServiceNotice,
  decorators: [onPlatform],
  args: { needs: { study: '1.2' } },
  render: (args) => (
    <>
      <ServiceNotice {...args} />
      <PageHead title="Quizzes" />
    </>
  ),
} satisfies Meta<typeof ServiceNotice>;
export default meta;
type Story = StoryObj<typeof meta>;

/** Makes the gateway report this version of the study service. */
const running = (study: string): Pick<Story, 'beforeEach'> => ({
  beforeEach: () => {
    const { fetch } = globalThis;
    const versions = { services: { auth: '1.0', library: '1.0', study, billing: '1.0' } };
    globalThis.fetch = (input, init) =>
      input === 'http://api.test/version' ? Promise.resolve(Response.json(versions)) : fetch(input, init);
    return () => {
      globalThis.fetch = fetch;
    };
  },
});

/** The running service is older than the page requires. The page can still be used. */
export const ServiceIsOlder: Story = {
  ...running('1.1'),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(sentence)).toBeVisible();
  },
};

/** All services are recent enough, or their versions are unknown: no notice is shown. */
export const AllFit: Story = {
  ...running('1.2'),
  play: async ({ canvas }) => {
    await canvas.findByRole('heading', { name: 'Quizzes' });
    await expect(canvas.queryByText(sentence)).not.toBeInTheDocument();
  },
};
