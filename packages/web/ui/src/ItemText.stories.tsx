import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { ItemText } from './ItemText';

const meta = { title: 'Components/ItemText', component: ItemText, args: { children: '' } } satisfies Meta<typeof ItemText>;
export default meta;
type Story = StoryObj<typeof meta>;

/** Everything that the text of a card can contain. */
export const Text: Story = {
  args: {
    children:
      'The **left ventricle** pumps into the *aorta*. `x = 2*3` stays as written, and so do 2*3, snake_case and __init__.\nCardiac output:\n- stroke volume **×** heart rate\n- about $5\\,\\mathrm{L}/\\mathrm{min}$\n\n1. Preload\n2. Afterload\n```\nfor i in range(3):\n    print(i)\n```',
  },
};
