import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { Markdown, Prose } from './Markdown';

const guide = `# Cell respiration

Cells take **energy** from glucose in three steps, *each in its own place*.

## Glycolysis

1. Glucose is split.
2. Two molecules of \`ATP\` are gained.

- needs no oxygen
- happens in the cytosol

> What is split in the cytosol is finished in the mitochondrion.

---

### The yield

| Step | Place | ATP |
| --- | --- | --- |
| Glycolysis | Cytosol | 2 |
| Citric acid cycle | Matrix | 2 |
| Electron transport | Inner membrane | 28 |

- [x] read
- [ ] asked

\`\`\`
C6H12O6 + 6 O2 -> 6 CO2 + 6 H2O
\`\`\`

See [the library](https://example.org) or [the folder](/folders).
`;

const meta = { title: 'Components/Markdown', component: Markdown, args: { children: guide } } satisfies Meta<typeof Markdown>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Everything: Story = {};
export const OfAGuide: Story = { args: { dropsTitleAndRules: true } };
export const Headings: Story = {
  args: { children: ['One', 'Two', 'Three', 'Four', 'Five', 'Six'].map((name, index) => `${'#'.repeat(index + 1)} ${name}`).join('\n\n') },
};
export const RawHtmlIsText: Story = { args: { children: 'A <b>bold</b> claim, and <script>alert(1)</script>.' } };
export const WideTable: Story = {
  args: {
    children: `| ${Array.from({ length: 14 }, (_, index) => `Column ${String(index + 1)}`).join(' | ')} |\n| ${Array.from({ length: 14 }, () => '---').join(' | ')} |\n| ${Array.from({ length: 14 }, (_, index) => String(index * 100)).join(' | ')} |`,
  },
};
/** The look of a guide's text for other content, such as the guide editor. */
export const OtherContent: Story = {
  render: () => (
    <Prose>
      <h2>Preload</h2>
      <p>The stretch of the heart muscle before it contracts.</p>
    </Prose>
  ),
};
