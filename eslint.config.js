import js from '@eslint/js';
import globals from 'globals';
import hooks from 'eslint-plugin-react-hooks';
import regexp from 'eslint-plugin-regexp';
import ts from 'typescript-eslint';
import { boundaries } from './tools/boundaries/boundaries.ts';

export default ts.config(
  {
    ignores: [
      '**/dist/**',
      '**/dist-development/**',
      '**/node_modules/**',
      '.data/**',
      '.cache/**',
      '**/*.golden.json',
      'e2e/results/**',
      'tools/new/templates/**',
      '**/storybook-static/**',
    ],
  },
  js.configs.recommended,
  ...ts.configs.strict,
  {
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-invalid-void-type': 'off',
      eqeqeq: 'error',
      'no-console': ['error', { allow: ['error'] }],
    },
  },
  { files: ['**/*.tsx'], plugins: { 'react-hooks': hooks }, rules: { ...hooks.configs.recommended.rules } },
  { files: ['tools/**', 'bench/**', 'stand-ins/**', '**/*.test.*', 'e2e/**'], rules: { 'no-console': 'off' } },
  { files: ['**/*.test.{ts,tsx}', 'e2e/**'], rules: { '@typescript-eslint/no-non-null-assertion': 'off' } },
  {
    ignores: ['**/*.test.*', 'e2e/**', 'bench/**'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignorePartial: false }],
    },
  },
  {
    // Product code only: a test reads top to bottom, and its `describe` counts as a function.
    ignores: [
      '**/*.test.*',
      '**/*.stories.*',
      '**/*.spec.*',
      '**/fixtures/**',
      '**/fixtures.*',
      '**/testing/**',
      '**/testing.*',
      'e2e/**',
      'bench/**',
      'packages/test-servers/**',
    ],
    rules: {
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      'max-depth': ['error', 4],
    },
  },
  { files: ['**/*.cjs'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
  ...boundaries,
);
