import type { Passage, Source } from '@lectern/contracts';
import type { Deck } from '@lectern/pptx';
import { detectLanguage } from './detectLanguage.ts';

/** The source that guides, quizzes and cards of a deck are made from. Hidden slides count: lecturers hide what they skip, not what is wrong. */
export function sourceOfDeck(deck: Deck): Source {
  const passages = deck.slides.flatMap((slide) =>
    slide.paragraphs.map(({ part, paragraph, kind, level, text, cells, table, row }): Passage => {
      const passage: Passage = { pointer: { kind: 'slide', slide: slide.number, part, paragraph }, kind, level, text };
      if (cells) passage.cells = cells;
      if (table !== undefined) passage.table = table;
      if (row !== undefined) passage.row = row;
      return passage;
    }),
  );
  return { title: deck.title ?? 'Untitled', language: detectLanguage(passages.map(({ text }) => text).join(' ')), passages };
}
