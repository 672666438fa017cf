import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { SourcePassages } from './SourcePassages';

const meta = { title: 'Components/SourcePassages', component: SourcePassages } satisfies Meta<typeof SourcePassages>;
export default meta;
type Story = StoryObj<typeof meta>;

export const OnASlide: Story = {
  args: {
    sections: [
      {
        passages: [
          { id: '1', text: 'Glycolysis', kind: 'title' },
          { id: '2', text: 'Glucose is split into two molecules of pyruvate.', kind: 'bullet', level: 0 },
          {
            id: '3',
            text: 'It happens in the cytosol. It needs no oxygen.',
            isCited: true,
            quotes: ['It needs no oxygen.'],
            kind: 'bullet',
            level: 1,
          },
        ],
      },
      { label: 'Speaker notes', passages: [{ id: '4', text: 'Ask why a sprinter gets by without breathing.' }] },
    ],
  },
};
export const CitedRow: Story = {
  args: {
    sections: [
      {
        label: 'Table',
        passages: [
          { id: '1', text: 'Stage | Place', kind: 'row', table: 1, cells: ['Stage', 'Place'], isHeader: true },
          {
            id: '2',
            text: 'Glycolysis | Cytosol',
            kind: 'row',
            table: 1,
            cells: ['Glycolysis', 'Cytosol'],
            isCited: true,
            quotes: ['Cytosol'],
          },
          { id: '3', text: 'Citric acid cycle | Mitochondrion', kind: 'row', table: 1, cells: ['Citric acid cycle', 'Mitochondrion'] },
        ],
      },
    ],
  },
};
export const WholePassage: Story = {
  args: {
    sections: [
      {
        label: 'Speaker notes',
        passages: [{ id: '1', text: 'Ask every patient how many pillows they sleep on.', isCited: true }],
      },
    ],
  },
};
