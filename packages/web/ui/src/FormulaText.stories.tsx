import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { expect, waitFor } from 'storybook/test';
import { FormulaText, FormulaView } from './FormulaText';

const meta = { title: 'Components/FormulaText', component: FormulaText, args: { children: '' } } satisfies Meta<typeof FormulaText>;
export default meta;
type Story = StoryObj<typeof meta>;

/** Waits for the formulas, which are rendered once their script has loaded. */
const drawn: NonNullable<Story['play']> = async ({ canvasElement }) => {
  await waitFor(() => expect(canvasElement.querySelector('math')).not.toBeNull());
};

/** Formulas in a text. Money and invalid LaTeX stay text. */
export const Text: Story = {
  args: {
    children:
      'If \\(x^2=4\\), then $x=\\pm2$. It costs $5 to $10, and \\(\\frac{1\\) is broken. \\[x_{1,2}=\\frac{-b\\pm\\sqrt{b^2-4ac}}{2a}\\]',
  },
  play: drawn,
};

/** A single formula. */
export const View: Story = {
  render: () => (
    <FormulaView
      source="\(\begin{pmatrix}1&\hat{x}\\0&\boxed{y}\end{pmatrix}\)"
      latex="\begin{pmatrix}1&\hat{x}\\0&\boxed{y}\end{pmatrix}"
      isDisplay={false}
    />
  ),
  play: drawn,
};
