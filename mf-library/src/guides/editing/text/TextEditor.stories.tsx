import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { longGuide } from '../../../shared/testing';
import { TextEditor } from './TextEditor';

const meta = {
  title: 'Library/Text editor',
  component: TextEditor,
  args: { labelledBy: 'text-label', markdown: longGuide().processedContent.markdownContent, onChange: () => undefined },
  render: (args) => (
    <>
      <span id="text-label">Text</span>
      <TextEditor {...args} />
    </>
  ),
} satisfies Meta<typeof TextEditor>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Text: Story = {};
/** The cursor is in the first text. */
export const InTable: Story = { args: { markdown: '| Stage | Place |\n| --- | --- |\n| Glycolysis | Cytosol |\n' } };
export const KeptAsItIs: Story = {
  args: {
    markdown:
      '## Formulas\n\nThe area is $a^2$.\n\n$$\n\\frac{a}{b}\n$$\n\n```js\nlet x = 1;\n```\n\n<div>raw</div>\n\nA note[^1].\n\n[^1]: The note.\n',
  },
};
export const Empty: Story = { args: { markdown: '' } };
