export * from './findStorybooks.ts';
export * from './startStorybooks.ts';
