import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { expect } from 'storybook/test';
import { styled } from 'styled-components';
import { Badge } from './Badge';
import { Card, cardLink, CardMeta, CardText, CardTitle } from './Card';
import { CardBlocks } from './CardBlocks';
import { CardGrid } from './CardGrid';
import { Menu } from './Menu';

const Open = styled.a`
  ${cardLink}
`;

const meta = { title: 'Components/Card', component: Card } satisfies Meta<typeof Card>;
export default meta;
type Story = StoryObj<typeof meta>;

const guide = (title: string, text: string) => (
  <Card
    isRaisable
    menu={
      <Menu
        title={title}
        entries={[
          { label: 'Add to Folder', entries: [], emptyText: 'No folders yet' },
          { label: 'Delete', isDestructive: true },
        ]}
      />
    }
  >
    <CardTitle>
      <Open href="#guide">{title}</Open>
    </CardTitle>
    <CardText>{text}</CardText>
    <CardMeta>
      <span>Mar 5, 2025</span>
      <span>View Guide</span>
    </CardMeta>
  </Card>
);

export const Plain: Story = {
  render: () => (
    <Card>
      <CardTitle>Contract formation</CardTitle>
      <CardText>Offer, acceptance, consideration, and the intention to be bound.</CardText>
      <CardMeta>
        <Badge tone="success">Mastery</Badge>
      </CardMeta>
    </Card>
  ),
};

export const InAGrid: Story = {
  render: () => (
    <CardGrid>
      {guide('Cell respiration', 'Glycolysis, the citric acid cycle and the electron transport chain, and what each gives.')}
      {guide('Heart failure', 'Signs, staging and nursing care.')}
      {guide(
        'Statistics: sampling distributions, standard errors and the central limit theorem for students of nursing and of medicine',
        'Why means of samples are normally distributed although what they are taken from is not, and how many are enough for that to hold in practice.',
      )}
    </CardGrid>
  ),
};

const many = Array.from({ length: 30 }, (_, index) => `Lecture ${String(index + 1)}`);

/** A long list with space for the focus outline. */
export const InBlocks: Story = {
  render: () => (
    <CardBlocks items={many} idOf={(title) => title}>
      {(title) => guide(title, 'Glycolysis, the citric acid cycle and the electron transport chain.')}
    </CardBlocks>
  ),
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab();
    await expect(canvas.getByRole('link', { name: 'Lecture 1' })).toHaveFocus();
  },
};
