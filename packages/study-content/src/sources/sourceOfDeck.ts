import type { Passage, PictureSlide, Source } from '@lectern/contracts';
import type { Deck, Slide } from '@lectern/pptx';
import { detectLanguage, passageLanguage } from './detectLanguage.ts';

/** A slide that says nothing but its title beside its pictures. */
function pictureSlideOf({ number, title, paragraphs }: Slide): PictureSlide {
  const description = paragraphs.flatMap(({ part, text }) => (part === 'alt' ? [text] : [])).join('; ');
  return { slide: number, title, ...(description !== '' && { description }) };
}

/** The source that guides, quizzes and cards of a deck are made from. Hidden slides count: lecturers hide what they skip, not what is wrong. */
export function sourceOfDeck(deck: Deck): Source {
  const language = detectLanguage(deck.slides.flatMap(({ paragraphs }) => paragraphs.map(({ text }) => text)).join(' '));
  const passages = deck.slides.flatMap((slide) =>
    slide.paragraphs.map(({ part, paragraph, kind, level, text, cells, table, row, shape }): Passage => {
      const own = passageLanguage(text, language);
      return {
        pointer: { kind: 'slide', slide: slide.number, part, paragraph },
        kind,
        level,
        text,
        ...(cells && { cells }),
        ...(table !== undefined && { table }),
        ...(row !== undefined && { row }),
        ...(shape !== undefined && { shape }),
        ...(own !== undefined && { language: own }),
      };
    }),
  );
  const pictureSlides = deck.slides.filter(({ pictureOnly }) => pictureOnly).map(pictureSlideOf);
  return { title: deck.title ?? 'Untitled', language, passages, ...(pictureSlides.length > 0 && { pictureSlides }) };
}
