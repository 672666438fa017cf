import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { fn } from 'storybook/test';
import { AskPanel, type AnsweredQuestion } from './AskPanel';
import { Button } from './Button';
import { QuotedPassage } from './QuotedPassage';

const passage = (quote: string, place: string) => <QuotedPassage key={quote} quote={quote} place={place} onOpen={() => undefined} />;
const asked: AnsweredQuestion[] = [
  {
    id: '3',
    question: 'Where does glycolysis take place?',
    answer: 'In the cytosol, and it needs no oxygen.',
    answeredBy: 'model',
    passages: passage('Glycolysis takes place in the cytosol and needs no oxygen.', 'Slide 3'),
  },
  {
    id: '2',
    question: 'How much ATP does it make?',
    answer: 'The net gain of glycolysis is 2 ATP for each glucose.',
    answeredBy: 'passages',
    passages: [
      passage('The net gain of glycolysis is 2 ATP for each glucose.', 'Slide 5, speaker notes'),
      passage('Glycolysis | Cytosol | 2', 'Slide 9, table'),
    ],
  },
  {
    id: '1',
    question: 'Who discovered it?',
    answer: 'The material of this guide does not answer that.',
    answeredBy: 'nothing',
    passages: undefined,
  },
];

const meta = {
  title: 'Components/Ask panel',
  component: AskPanel,
  args: { asked, onAsk: (): Promise<string | undefined> => Promise.resolve('3'), isAsking: false, onRemove: fn() },
} satisfies Meta<typeof AskPanel>;
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
export const ListNotLoaded: Story = {
  args: {
    asked: [],
    listProblem: (
      <p role="status">
        Earlier questions could not be loaded. <Button variant="quiet">Try again</Button>
      </p>
    ),
  },
};
