export * from './Markdown';
