import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { styled } from 'styled-components';
import { color, font, motion, radius, shadow, size, space } from './tokens';

const Swatches = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(160px, 1fr));
  gap: ${space[16]};
  li {
    display: grid;
    gap: ${space[4]};
    font-size: ${size[14]};
  }
`;
const Swatch = styled.span<{ $value: string }>`
  height: 56px;
  border: 1px solid ${color.line};
  border-radius: ${radius.field};
  background: ${({ $value }) => $value};
`;
const Stack = styled.div`
  display: grid;
  gap: ${space[16]};
`;
const Line = styled.p<{ $size?: string; $family?: string }>`
  font-family: ${({ $family }) => $family ?? 'inherit'};
  font-size: ${({ $size }) => $size ?? size[16]};
  line-height: 1.3;
`;
const Named = styled.div`
  display: grid;
  grid-template-columns: 96px 1fr;
  align-items: center;
  gap: ${space[16]};
  font-size: ${size[14]};
`;
const Bar = styled.span<{ $width: string }>`
  width: ${({ $width }) => $width};
  height: 16px;
  background: ${color.accent};
`;
const Shape = styled.span<{ $radius?: string; $shadow?: string }>`
  width: 120px;
  height: 56px;
  border: 1px solid ${color.line};
  border-radius: ${({ $radius }) => $radius ?? radius.card};
  background: ${color.raised};
  box-shadow: ${({ $shadow }) => $shadow ?? 'none'};
`;
const Moving = styled.span<{ $motion: string }>`
  width: 120px;
  height: 32px;
  border-radius: ${radius.field};
  background: ${color['accent-tint']};
  transition: background ${({ $motion }) => $motion};
  &:hover {
    background: ${color.accent};
  }
`;

/** The names of the design system, drawn from `tokens.ts`. */
const meta = { title: 'Tokens' } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

export const Colour: Story = {
  render: () => (
    <Swatches>
      {Object.entries(color).map(([name, value]) => (
        <li key={name}>
          <Swatch $value={value} />
          {name}
        </li>
      ))}
    </Swatches>
  ),
};

export const Type: Story = {
  render: () => (
    <Stack>
      {Object.entries(font).map(([name, value]) => (
        <Line key={name} $family={value} $size={size[22]}>
          {name}: From slides to mastery 0123456789
        </Line>
      ))}
      {Object.entries(size).map(([name, value]) => (
        <Line key={name} $size={value}>
          {name} From slides to mastery
        </Line>
      ))}
    </Stack>
  ),
};

export const SpaceAndShape: Story = {
  name: 'Space and shape',
  render: () => (
    <Stack>
      {Object.entries(space).map(([name, value]) => (
        <Named key={name}>
          space {name}
          <Bar $width={value} />
        </Named>
      ))}
      {Object.entries(radius).map(([name, value]) => (
        <Named key={name}>
          radius {name}
          <Shape $radius={value} />
        </Named>
      ))}
      {Object.entries(shadow).map(([name, value]) => (
        <Named key={name}>
          shadow {name}
          <Shape $shadow={value} />
        </Named>
      ))}
    </Stack>
  ),
};

export const Motion: Story = {
  render: () => (
    <Stack>
      {Object.entries(motion).map(([name, value]) => (
        <Named key={name}>
          {name}
          <Moving $motion={value} />
        </Named>
      ))}
    </Stack>
  ),
};
