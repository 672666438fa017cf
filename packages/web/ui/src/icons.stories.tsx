import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { styled } from 'styled-components';
import * as icons from './icons';
import { color, size, space } from './tokens';

const Grid = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(128px, 1fr));
  gap: ${space[16]};
  li {
    display: grid;
    justify-items: center;
    gap: ${space[8]};
    font-size: ${size[12]};
    color: ${color['ink-soft']};
  }
`;

const Icons = () => (
  <Grid>
    {Object.entries(icons).map(([name, Icon]) => (
      <li key={name}>
        <Icon aria-hidden />
        {name}
      </li>
    ))}
  </Grid>
);

const meta = { title: 'Tokens/Icons', component: Icons } satisfies Meta<typeof Icons>;
export default meta;
type Story = StoryObj<typeof meta>;

export const All: Story = {};
