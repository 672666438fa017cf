import { pptxType } from '@lectern/contracts';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { unbroken } from '../shared/testing';
import { DeckField } from './DeckField';

const deck = (name = 'cell-respiration.pptx'): File => new File([new Uint8Array(340_000)], name, { type: pptxType });

const meta = {
  title: 'Library/Deck field',
  component: DeckField,
  args: { file: undefined, outline: undefined, isOver: false, onChoose: () => undefined },
} satisfies Meta<typeof DeckField>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {};
export const DraggedOver: Story = { args: { isOver: true } };
export const Chosen: Story = {
  args: { file: deck(), outline: { slides: 24, titles: ['Cell respiration', 'Glycolysis', 'The citric acid cycle'] } },
};
export const ChosenAndDraggedOver: Story = { args: { ...Chosen.args, isOver: true } };
export const LongName: Story = { args: { file: deck(`${unbroken}.pptx`), outline: { slides: 1, titles: [unbroken] } } };
