import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { expect } from 'storybook/test';
import { styled } from 'styled-components';
import { Button } from './Button';
import { dark, light, markPairs, textPairs, type Theme } from './themes';
import { color, font, motion, radius, shadow, size, space, type ColorName } from './tokens';

const Page = styled.div`
  display: grid;
  gap: ${space[32]};
  max-width: 1080px;
  h3 {
    font-size: ${size[18]};
  }
`;
const Group = styled.section`
  display: grid;
  gap: ${space[12]};
  min-width: 0;
`;
const Code = styled.code`
  font-family: ${font.code};
  font-size: ${size[12]};
  color: ${color['ink-faint']};
  overflow-wrap: anywhere;
`;

/** The computed value of a custom property on this page. */
const Value = ({ of }: { of: string }): ReactNode => {
  const [value, setValue] = useState('');
  const place = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const name = /var\((--[^)]+)\)/.exec(of)?.[1] ?? '';
    setValue(place.current ? getComputedStyle(place.current).getPropertyValue(name) : '');
  }, [of]);
  return <Code ref={place}>{value}</Code>;
};

/** Groups of colours. The last one has the colours that no other group has. */
const families: readonly (readonly [title: string, says: string, isOf: (name: ColorName) => boolean])[] = [
  ['Ground', 'From the page up to what lies over it.', (name) => ['paper', 'surface', 'raised', 'sunken'].includes(name)],
  ['Ink and lines', 'Text in three strengths; lines that part and lines that mean something.', (name) => /^(ink|line)/.test(name)],
  ['Accent', 'One, for what is to be done and where one is.', (name) => /accent/.test(name)],
  ['Success', 'Done, right, mastered.', (name) => /success/.test(name)],
  ['Warning', 'Near a limit, not yet sure.', (name) => /warning/.test(name)],
  ['Danger', 'Failed, or cannot be undone.', (name) => /danger/.test(name)],
  ['Info', 'Neither good nor bad.', (name) => /info/.test(name)],
  ['Meters and veils', 'Bars and rings, and what lies over a page.', () => true],
];
const familyOf = (name: ColorName): number => families.findIndex(([, , isOf]) => isOf(name));

const Rows = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(300px, 1fr));
  gap: ${space[12]};
`;
const Row = styled.li`
  display: grid;
  grid-template-columns: 112px minmax(0, 1fr);
  gap: ${space[12]};
  align-items: center;
  font-size: ${size[14]};
  strong {
    display: block;
    font-weight: 600;
  }
`;
const Pair = styled.span`
  display: grid;
  grid-template-columns: 1fr 1fr;
  height: 56px;
  overflow: hidden;
  border: 1px solid ${color.line};
  border-radius: ${radius.field};
`;
const Fill = styled.span<{ $value: string; $ground: string }>`
  background: linear-gradient(${({ $value }) => `${$value}, ${$value}`}) ${({ $ground }) => $ground};
`;

const meta = { title: 'Tokens' } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

/** Each colour in the light and dark theme, in OKLCH. */
export const Colour: Story = {
  render: () => (
    <Page>
      {families.map(([title, says], index) => (
        <Group key={title}>
          <h3>{title}</h3>
          <p>{says}</p>
          <Rows className="colours">
            {(Object.keys(color) as ColorName[])
              .filter((name) => familyOf(name) === index)
              .map((name) => (
                <Row key={name}>
                  <Pair>
                    <Fill $value={light[name]} $ground={light.paper} />
                    <Fill $value={dark[name]} $ground={dark.paper} />
                  </Pair>
                  <span>
                    <strong>{name}</strong>
                    <Code>{light[name]}</Code>
                    <br />
                    <Code>{dark[name]}</Code>
                  </span>
                </Row>
              ))}
          </Rows>
        </Group>
      ))}
    </Page>
  ),
  play: async ({ canvasElement }) => {
    await expect(canvasElement.querySelectorAll('.colours > li')).toHaveLength(Object.keys(light).length);
  },
};

const Sample = styled.li<{ $theme: Theme; $text: ColorName; $ground: ColorName }>`
  padding: ${space[12]};
  border: 1px solid ${color.line};
  border-radius: ${radius.field};
  background: ${({ $theme, $ground }) => $theme[$ground]};
  color: ${({ $theme, $text }) => $theme[$text]};
  font-size: ${size[14]};
`;
const Mark = styled(Sample)`
  color: ${({ $theme }) => $theme.ink};
  border: 2px solid ${({ $theme, $text }) => $theme[$text]};
`;
const Samples = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(200px, 1fr));
  gap: ${space[8]};
`;

/** The allowed pairs of text and background. A test holds each pair to WCAG AA (4.5 to 1; marks 3 to 1) in both themes. */
export const Pairs: Story = {
  render: () => (
    <Page>
      {([light, dark] as const).map((theme) => (
        <Group key={theme.paper}>
          <h3>{theme === light ? 'Light' : 'Dark'}</h3>
          <Samples className="pairs">
            {textPairs.map(([text, ground]) => (
              <Sample key={`${text} ${ground}`} $theme={theme} $text={text} $ground={ground}>
                {text} on {ground}
              </Sample>
            ))}
            {markPairs.map(([mark, ground]) => (
              <Mark key={`${mark} ${ground}`} $theme={theme} $text={mark} $ground={ground}>
                {mark} as a line on {ground}
              </Mark>
            ))}
          </Samples>
        </Group>
      ))}
    </Page>
  ),
};

const Line = styled.p<{ $size?: string; $family?: string }>`
  font-family: ${({ $family }) => $family ?? 'inherit'};
  font-size: ${({ $size }) => $size ?? size[28]};
  line-height: 1.3;
`;
const purposes: Record<keyof typeof font, string> = {
  interface: 'everything but guides, cards and code',
  reading: 'guides and cards',
  code: 'code',
};

export const Type: Story = {
  render: () => (
    <Page>
      <Group>
        <h3>Families</h3>
        {(Object.keys(font) as (keyof typeof font)[]).map((name) => (
          <div key={name}>
            <Line $family={font[name]}>From slides to mastery 0123456789</Line>
            {name}: {purposes[name]} <Value of={font[name]} />
          </div>
        ))}
      </Group>
      <Group>
        <h3>Sizes</h3>
        {Object.entries(size).map(([name, value]) => (
          <div key={name}>
            <Line $size={value}>From slides to mastery</Line>
            <Code>
              size {name}: <Value of={value} />
            </Code>
          </div>
        ))}
      </Group>
    </Page>
  ),
};

const Named = styled.div`
  display: grid;
  grid-template-columns: 128px minmax(0, 1fr);
  align-items: center;
  gap: ${space[16]};
  font-size: ${size[14]};
`;
const Bar = styled.span<{ $width: string }>`
  display: block;
  width: ${({ $width }) => $width};
  height: 16px;
  background: ${color.accent};
`;
const Shapes = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[32]};
`;
const Shape = styled.span<{ $radius?: string; $shadow?: string }>`
  display: grid;
  place-items: center;
  width: 160px;
  height: 88px;
  border: 1px solid ${color['accent-line']};
  border-radius: ${({ $radius }) => $radius ?? radius.card};
  background: ${({ $shadow }) => ($shadow ? color.raised : color['accent-tint'])};
  box-shadow: ${({ $shadow }) => $shadow ?? 'none'};
`;
const Drawn = styled.div`
  display: grid;
  gap: ${space[8]};
  font-size: ${size[14]};
`;

export const SpaceAndShape: Story = {
  name: 'Space and shape',
  render: () => (
    <Page>
      <Group>
        <h3>Space</h3>
        {Object.entries(space).map(([name, value]) => (
          <Named key={name}>
            space {name}
            <Bar $width={value} />
          </Named>
        ))}
      </Group>
      <Group>
        <h3>Radius</h3>
        <Shapes>
          {Object.entries(radius).map(([name, value]) => (
            <Drawn key={name}>
              <Shape $radius={value} />
              <span>
                {name} <Value of={value} />
              </span>
            </Drawn>
          ))}
        </Shapes>
      </Group>
      <Group>
        <h3>Shadow</h3>
        <Shapes>
          {Object.entries(shadow).map(([name, value]) => (
            <Drawn key={name}>
              <Shape $shadow={value} />
              <span>{name}</span>
            </Drawn>
          ))}
        </Shapes>
      </Group>
    </Page>
  ),
};

const Runway = styled.span`
  display: block;
  padding: ${space[4]};
  border-radius: ${radius.pill};
  background: ${color.sunken};
`;
const Runner = styled.span<{ $motion: string; $isOver: boolean }>`
  display: block;
  width: 32px;
  height: 32px;
  border-radius: ${radius.pill};
  background: ${color.accent};
  margin-left: ${({ $isOver }) => ($isOver ? 'calc(100% - 32px)' : '0')};
  transition: margin-left ${({ $motion }) => $motion};
`;

const Motions = (): ReactNode => {
  const [isOver, setIsOver] = useState(false);
  return (
    <Page>
      <div>
        <Button
          variant="secondary"
          onClick={() => {
            setIsOver((was) => !was);
          }}
        >
          Move
        </Button>
      </div>
      {Object.entries(motion).map(([name, value]) => (
        <Group key={name}>
          <span>
            {name} <Value of={value} />
          </span>
          <Runway>
            <Runner $motion={value} $isOver={isOver} />
          </Runway>
        </Group>
      ))}
    </Page>
  );
};

/** For state, overlays, and the card that turns. None with reduced motion. */
export const Motion: Story = { render: () => <Motions /> };
