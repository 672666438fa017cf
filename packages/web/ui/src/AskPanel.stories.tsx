import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { fn } from 'storybook/test';
import { AskPanel, type AnsweredQuestion } from './AskPanel';
import { QuotedPassage } from './QuotedPassage';

interface Asked extends AnsweredQuestion {
  passages: readonly [quote: string, place: string][];
}
const asked: Asked[] = [
  {
    _id: '3',
    question: 'Where does glycolysis take place?',
    answer: 'In the cytosol, and it needs no oxygen.',
    answeredBy: 'model',
    passages: [['Glycolysis takes place in the cytosol and needs no oxygen.', 'Slide 3']],
  },
  {
    _id: '2',
    question: 'How much ATP does it make?',
    answer: 'The net gain of glycolysis is 2 ATP for each glucose.',
    answeredBy: 'passages',
    passages: [
      ['The net gain of glycolysis is 2 ATP for each glucose.', 'Slide 5, speaker notes'],
      ['Glycolysis | Cytosol | 2', 'Slide 9, table'],
    ],
  },
  {
    _id: '1',
    question: 'Who discovered it?',
    answer: 'The material of this guide does not answer that.',
    answeredBy: 'nothing',
    passages: [],
  },
];

const meta = {
  title: 'Components/Ask panel',
  component: AskPanel<Asked>,
  args: {
    asked,
    passagesOf: ({ passages }) =>
      passages.map(([quote, place]) => <QuotedPassage key={quote} quote={quote} place={place} onOpen={() => undefined} />),
    onAsk: (): Promise<string | undefined> => Promise.resolve('3'),
    isAsking: false,
    onRemove: fn(),
  },
} satisfies Meta<typeof AskPanel<Asked>>;
export default meta;
type Story = StoryObj<typeof meta>;

const ask: Pick<Story, 'play'> = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(canvas.getByLabelText('Your question'), 'Where does glycolysis take place?{Enter}');
  },
};

export const Nothing: Story = { args: { asked: [] } };
export const Answered: Story = ask;
export const FromPassages: Story = { ...ask, args: { onAsk: () => Promise.resolve('2') } };
export const NotTold: Story = { ...ask, args: { onAsk: () => Promise.resolve('1') } };
export const Asking: Story = { args: { isAsking: true } };
export const Empty: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Ask' }));
  },
};
export const Failed: Story = {
  args: { failure: 'Lectern cannot be reached. Check your connection and try again; what you typed is still here.' },
};
export const ListNotLoaded: Story = { args: { asked: [], onReload: fn() } };
