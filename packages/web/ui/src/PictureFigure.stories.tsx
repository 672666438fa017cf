import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { PictureFigure, PictureGroup, PictureImage } from './PictureFigure';

const drawing = (words: string, width: number, height: number) => ({
  alt: words,
  width,
  height,
  url: `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${String(width)}" height="${String(height)}"><rect width="100%" height="100%" fill="none" stroke="black" stroke-width="8"/><text x="24" y="64" font-size="40">${words}</text></svg>`,
  )}`,
});

const meta = {
  title: 'Components/PictureFigure',
  component: PictureFigure,
  args: { picture: drawing('Four chambers of the heart', 1200, 800) },
} satisfies Meta<typeof PictureFigure>;
export default meta;
type Story = StoryObj<typeof meta>;

export const WithCaption: Story = {};
export const Group: Story = {
  render: () => (
    <PictureGroup>
      {['Systole', 'Diastole', 'The valves'].map((words) => (
        <PictureFigure key={words} picture={drawing(words, 320, 240)} maxHeight={240} />
      ))}
    </PictureGroup>
  ),
};
export const OnACard: Story = { render: ({ picture }) => <PictureImage picture={picture} maxHeight={180} /> };
export const Unreachable: Story = { args: { picture: { ...drawing('A heart cut open', 640, 480), url: 'data:image/png,none' } } };
export const Marked: Story = {
  args: { name: 'Slide 4', caption: '', boxes: [{ x: 0.02, y: 0.04, width: 0.48, height: 0.06 }] },
};
