import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { useState } from 'react';
import { expect } from 'storybook/test';
import { MarkdownField } from './MarkdownField';

const meta = {
  title: 'Study/MarkdownField',
  component: MarkdownField,
  args: { label: 'Back', value: '', onChange: () => undefined, hasGaps: true },
  render: function Field(args) {
    const [value, setValue] = useState(args.value);
    return <MarkdownField {...args} value={value} onChange={setValue} />;
  },
} satisfies Meta<typeof MarkdownField>;
export default meta;
type Story = StoryObj<typeof meta>;

/** An empty field, with its toolbar. */
export const Empty: Story = {};

/** Marks and formulas are shown below the field as they will look. */
export const WithPreview: Story = {
  args: { value: 'The **left ventricle** pumps into the *aorta*:\n- stroke volume × heart rate\n- about $5\\,\\mathrm{L}/\\mathrm{min}$' },
};

/** One line high, with a toolbar while it has focus. */
export const Compact: Story = {
  args: { isCompact: true, value: '`x = 2*3`' },
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.queryByRole('toolbar')).not.toBeInTheDocument();
    await userEvent.click(canvas.getByRole('textbox', { name: 'Back' }));
    await expect(canvas.getByRole('toolbar', { name: 'Formatting' })).toBeVisible();
    await userEvent.tab({ shift: true });
    await expect(canvas.getByRole('button', { name: 'Bold' })).toHaveFocus();
  },
};

/** An error. */
export const Invalid: Story = { args: { error: 'A card needs both sides' } };
