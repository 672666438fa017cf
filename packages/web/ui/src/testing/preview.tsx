import '@fontsource-variable/inter/index.css';
import '@fontsource-variable/jetbrains-mono/index.css';
import '@fontsource-variable/source-serif-4/index.css';
import './wordmark.css';
import type { Preview } from '@storybook/react-webpack5';
import { useLayoutEffect } from 'react';
import { configure } from 'storybook/test';
import { createGlobalStyle, styled } from 'styled-components';
import { GlobalStyle, stillness } from '../GlobalStyle';
import { color, radius, space } from '../tokens';

// Interactions wait longer than the default, because the machine may be busy.
configure({ asyncUtilTimeout: 15_000 });

const Still = createGlobalStyle`${stillness}`;

/** Gives a story on a docs page the product's background instead of Storybook's. */
const Ground = styled.div`
  margin: calc(-1 * ${space[8]});
  padding: ${space[24]};
  border-radius: ${radius.field};
  background: ${color.paper};
  color: ${color.ink};
`;

/** The preview settings of all Storybooks: tokens, fonts, and the toolbar's theme and motion. */
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
    motion: {
      description: 'As those see it who asked their system for less motion',
      toolbar: {
        icon: 'play',
        items: [
          { value: 'full', title: 'Motion' },
          { value: 'reduced', title: 'Reduced motion' },
        ],
        dynamicTitle: true,
      },
    },
  },
  initialGlobals: { theme: 'light', motion: 'full' },
  decorators: [
    (Story, { globals, viewMode }) => {
      const theme = String(globals['theme']);
      useLayoutEffect(() => {
        document.documentElement.dataset['theme'] = theme;
        document.documentElement.lang = 'en';
      }, [theme]);
      return (
        <>
          <GlobalStyle />
          {globals['motion'] === 'reduced' && <Still />}
          {viewMode === 'docs' ? (
            <Ground>
              <Story />
            </Ground>
          ) : (
            <Story />
          )}
        </>
      );
    },
  ],
  argTypesEnhancers: [
    // A prop of type ReactNode gets a text control if its value is a text, and no control if it is an element.
    ({ argTypes, initialArgs }) =>
      Object.fromEntries(
        Object.entries(argTypes).map(([name, argType]) => {
          if (argType.table?.type?.summary !== 'ReactNode' || argType.control !== undefined) return [name, argType];
          const value: unknown = initialArgs[name];
          return [name, { ...argType, control: value === undefined || typeof value === 'string' ? { type: 'text' } : false }];
        }),
      ),
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
    docs: { codePanel: true },
    a11y: { test: 'error' },
  },
};

export default preview;
