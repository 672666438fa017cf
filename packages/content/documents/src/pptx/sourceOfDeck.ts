import type { Omission, Passage, PictureSlide, Source } from '@lectern/contracts';
import type { Deck, Slide } from './deck.ts';
import { detectLanguage, otherLanguage } from '../detectLanguage.ts';
import { limitPassages } from '../limitPassages.ts';
import { joinWrapped } from './joinSentences.ts';
import { piecesOf } from '../text/splitLong.ts';

function pictureSlideOf({ number, title, paragraphs }: Slide): PictureSlide {
  const description = paragraphs.flatMap(({ part, text }) => (part === 'alt' ? [text] : [])).join('; ');
  return { slide: number, title, ...(description !== '' && { description }) };
}

/** Splits long paragraphs and renumbers the rest. */
function passagesOf(slide: Slide, language: string): Passage[] {
  const counts = new Map<string, number>();
  return joinWrapped(slide.paragraphs).flatMap((whole) => {
    const { part, level, shape } = whole;
    return piecesOf(whole).map(({ kind, text, ...cells }): Passage => {
      const paragraph = (counts.get(part) ?? 0) + 1;
      counts.set(part, paragraph);
      const own = otherLanguage(text, [language]);
      return {
        pointer: { kind: 'slide', slide: slide.number, part, paragraph },
        kind,
        level,
        text,
        ...cells,
        ...(shape !== undefined && { shape }),
        ...(own !== undefined && { language: own }),
      };
    });
  });
}

/** Builds the source of a deck. Hidden slides count: lecturers hide what they skip, not what is wrong. */
export function sourceOfDeck(deck: Deck): Source {
  const language = detectLanguage(deck.slides.flatMap(({ paragraphs }) => paragraphs.map(({ text }) => text)).join(' '));
  const passages = limitPassages(deck.slides.flatMap((slide) => passagesOf(slide, language)));
  const pictureSlides = deck.slides.filter(({ pictureOnly }) => pictureOnly).map(pictureSlideOf);
  const omitted = deck.slides.flatMap(({ number, footers }) =>
    footers.map((text): Omission => ({ text, pointer: { kind: 'slide', slide: number, part: 'body', paragraph: 1 }, reason: 'footer' })),
  );
  const { title = 'Untitled', unreadSymbols } = deck;
  return {
    title,
    language,
    passages,
    ...(pictureSlides.length > 0 && { pictureSlides }),
    ...(omitted.length > 0 && { omitted }),
    ...(unreadSymbols !== undefined && { unreadSymbols }),
  };
}
