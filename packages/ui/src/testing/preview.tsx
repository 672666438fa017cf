import '@fontsource-variable/inter/index.css';
import '@fontsource-variable/jetbrains-mono/index.css';
import '@fontsource-variable/source-serif-4/index.css';
import type { Preview } from '@storybook/react-webpack5';
import { useLayoutEffect } from 'react';
import { GlobalStyle } from '../GlobalStyle';

/** What every Storybook of the product shows its stories in: tokens, fonts, and the theme that the toolbar chose. */
const preview: Preview = {
  globalTypes: {
    theme: {
      description: 'Light or dark',
      toolbar: {
        icon: 'mirror',
        items: [
          { value: 'light', title: 'Light' },
          { value: 'dark', title: 'Dark' },
        ],
        dynamicTitle: true,
      },
    },
  },
  initialGlobals: { theme: 'light' },
  decorators: [
    (Story, { globals }) => {
      const theme = String(globals['theme']);
      useLayoutEffect(() => {
        document.documentElement.dataset['theme'] = theme;
        document.documentElement.lang = 'en';
      }, [theme]);
      return (
        <>
          <GlobalStyle />
          <Story />
        </>
      );
    },
  ],
  parameters: {
    layout: 'padded',
    viewport: {
      options: {
        phone: { name: 'Phone', styles: { width: '360px', height: '740px' } },
        tablet: { name: 'Tablet', styles: { width: '768px', height: '1024px' } },
        desktop: { name: 'Desktop', styles: { width: '1280px', height: '800px' } },
      },
    },
    controls: { expanded: true },
    a11y: { test: 'error' },
  },
};

export default preview;
