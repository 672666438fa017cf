import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { guide, longGuide } from '../../shared/testing';
import { GuideEditor } from './GuideEditor';

const text = longGuide();
const markdown = text.processedContent.markdownContent;

const meta = {
  title: 'Library/Guide editor',
  component: GuideEditor,
  args: { guide: text, markdown, onClose: () => undefined },
} satisfies Meta<typeof GuideEditor>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Text: Story = {};
export const InTable: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByText('Inner membrane'));
  },
};
export const KeptAsItIs: Story = {
  args: {
    guide: guide(),
    markdown:
      '## Formulas\n\nThe area is $a^2$.\n\n$$\n\\frac{a}{b}\n$$\n\n```js\nlet x = 1;\n```\n\n<div>raw</div>\n\nA note[^1].\n\n[^1]: The note.\n',
  },
};
export const AsMarkdown: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Edit as Markdown' }));
  },
};
