import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { styled } from 'styled-components';
import { Badge } from './Badge';
import { CheckCircle2, Clock } from './icons';
import { space } from './tokens';

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[12]};
`;

const meta = { title: 'Components/Badge', component: Badge, args: { children: 'Quiz Available' } } satisfies Meta<typeof Badge>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Neutral: Story = {};

export const Tones: Story = {
  render: () => (
    <Row>
      <Badge>Needs Practice</Badge>
      <Badge tone="accent">In Progress</Badge>
      <Badge tone="success">Mastery</Badge>
      <Badge tone="warning">Past due</Badge>
      <Badge tone="danger">Failed</Badge>
      <Badge tone="info">Best: 80%</Badge>
    </Row>
  ),
};

export const WithIcon: Story = {
  render: () => (
    <Row>
      <Badge tone="success">
        <CheckCircle2 aria-hidden />
        Flashcards Available
      </Badge>
      <Badge>
        <Clock aria-hidden />2 hours ago
      </Badge>
    </Row>
  ),
};
