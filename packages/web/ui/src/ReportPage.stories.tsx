import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { expect, fn, waitFor, within } from 'storybook/test';
import { ReportPage, ReportPageDialog } from './ReportPage';

const meta = {
  title: 'Components/Report page',
  component: ReportPage,
  args: { report: fn(async () => 'Thank you. We will look at this page.') },
} satisfies Meta<typeof ReportPage>;
export default meta;
type Story = StoryObj<typeof meta>;
const body = () => within(document.body);
const openReport: NonNullable<Story['play']> = async ({ canvas, userEvent }) => {
  await userEvent.click(canvas.getByRole('button', { name: 'Report this page' }));
  await waitFor(() => expect(within(document.body).getByRole('dialog', { name: 'Report This Page' })).toBeVisible());
};

export const Closed: Story = {};
/** Opened from a menu. */
export const DialogAlone: Story = {
  render: ({ report }) => <ReportPageDialog isOpen onClose={fn()} report={report} />,
  play: async () => {
    await waitFor(() => expect(body().getByRole('textbox')).toBeVisible());
  },
};
export const Reported: Story = {
  play: async (context) => {
    await openReport(context);
    await context.userEvent.click(body().getByRole('button', { name: 'Send Report' }));
    await expect(body().getByText('Please say what is wrong')).toBeVisible();
    await context.userEvent.type(body().getByRole('textbox'), 'This is my textbook.');
    await context.userEvent.click(body().getByRole('button', { name: 'Send Report' }));
    await waitFor(() => expect(body().getByText('Thank you. We will look at this page.')).toBeVisible());
    await expect(context.args.report).toHaveBeenCalledWith('This is my textbook.');
  },
};
export const ReportFailed: Story = {
  args: { report: fn(() => Promise.reject(new Error('offline'))) },
  play: async (context) => {
    await openReport(context);
    await context.userEvent.type(body().getByRole('textbox'), 'This is my textbook.');
    await context.userEvent.click(body().getByRole('button', { name: 'Send Report' }));
    await waitFor(() => expect(body().getByText(/could not be sent/)).toBeVisible());
    await expect(body().getByRole('textbox')).toHaveValue('This is my textbook.');
  },
};
