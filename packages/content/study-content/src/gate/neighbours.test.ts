import type { Passage, Source } from '@lectern/contracts';
import { neighbourText } from './neighbours.ts';

const passage = (document: string, paragraph: number, place: number, text: string): Passage => ({
  kind: 'paragraph',
  level: 0,
  text,
  pointer: { kind: 'text', paragraph, place, document },
});

it('reads the paragraphs around a citation within its document', () => {
  const last = passage('one.md', 2, 2, 'The end of one.');
  const source: Source = {
    title: 'Two documents',
    language: 'en',
    passages: [passage('one.md', 1, 1, 'The beginning of one.'), last, passage('two.md', 1, 3, 'The beginning of two.')],
  };
  expect(neighbourText(source, { pointer: last.pointer, quote: 'The end of one.' })).toBe('The beginning of one.\nThe end of one.');
});
