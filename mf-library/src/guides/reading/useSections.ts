import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { showSources } from '../marks/passageOf';

/** An entry of the table of contents. */
export interface Section {
  id: string;
  text: string;
  level: 2 | 3;
}

/** The heading's text without references. */
const wordsOf = (heading: Element): string => {
  const copy = heading.cloneNode(true) as Element;
  for (const mark of copy.querySelectorAll('sup')) mark.remove();
  showSources(copy);
  return copy.textContent.replace(/\s+/g, ' ').trim();
};

/** The sections rendered in `root`. Updated when `markdown` changes. */
export const useSections = (root: RefObject<HTMLElement | null>, markdown: string): readonly Section[] => {
  const [sections, setSections] = useState<readonly Section[]>([]);
  // Runs before the paint, so that the page does not shift.
  useLayoutEffect(() => {
    const headings = [...(root.current?.querySelectorAll('h2[id], h3[id]') ?? [])];
    setSections(headings.map((heading) => ({ id: heading.id, text: wordsOf(heading), level: heading.tagName === 'H2' ? 2 : 3 })));
  }, [root, markdown]);
  return sections;
};

/** The id in the address's fragment. */
export const addressed = (): string => {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return '';
  }
};

/** A section is current once its heading is above this line, slightly below the header. Pixels from the top. */
export const readingLine = 120;

/** The id of the section being read. */
export const currentOf = (sections: readonly Section[]): string | undefined => {
  const places = sections.flatMap(({ id }) => {
    const top = document.getElementById(id)?.getBoundingClientRect().top;
    return top === undefined ? [] : [{ id, top }];
  });
  const isAtEnd = scrollY > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
  if (isAtEnd) {
    // At the end of the page the last sections cannot reach the top, so the section in the address is current, or else the last one.
    const asked = places.find(({ id, top }) => id === addressed() && top < innerHeight && top > 0);
    return (asked ?? places.at(-1))?.id;
  }
  return (places.findLast(({ top }) => top <= readingLine) ?? places[0])?.id;
};

/** Returns the current section. Also scrolls to the section in the address when the guide opens. */
export const useCurrentSection = (sections: readonly Section[]): string | undefined => {
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    if (sections.length === 0) return;
    let frame = 0;
    const look = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        setCurrent(currentOf(sections));
      });
    };
    look();
    addEventListener('scroll', look, { passive: true });
    addEventListener('resize', look);
    addEventListener('hashchange', look);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', look);
      removeEventListener('resize', look);
      removeEventListener('hashchange', look);
    };
  }, [sections]);
  // Only once: later changes of the text must not scroll the page.
  const opened = useRef<string>(undefined);
  useEffect(() => {
    const wanted = addressed();
    if (opened.current === wanted || !sections.some(({ id }) => id === wanted)) return;
    opened.current = wanted;
    // After the shell's frame has scrolled the new page to its top.
    const frame = requestAnimationFrame(() => {
      document.getElementById(wanted)?.scrollIntoView();
    });
    return () => {
      cancelAnimationFrame(frame);
    };
  }, [sections]);
  return current;
};
