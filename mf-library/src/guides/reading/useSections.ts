import { useEffect, useLayoutEffect, useState, type RefObject } from 'react';

/** A part of the guide that the table of contents names. */
export interface Section {
  id: string;
  text: string;
  level: 2 | 3;
}

/** Its words without the references. */
const wordsOf = (heading: Element): string => {
  const copy = heading.cloneNode(true) as Element;
  for (const mark of copy.querySelectorAll('sup')) mark.remove();
  return copy.textContent.replace(/\s+/g, ' ').trim();
};

/** The sections of what is rendered in `root`, read anew when `markdown` changes. */
export const useSections = (root: RefObject<HTMLElement | null>, markdown: string): readonly Section[] => {
  const [sections, setSections] = useState<readonly Section[]>([]);
  // Before the page is painted, so that nothing moves.
  useLayoutEffect(() => {
    const headings = [...(root.current?.querySelectorAll('h2[id], h3[id]') ?? [])];
    setSections(headings.map((heading) => ({ id: heading.id, text: wordsOf(heading), level: heading.tagName === 'H2' ? 2 : 3 })));
  }, [root, markdown]);
  return sections;
};

/** The place that the address names. */
const addressed = (): string => {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return '';
  }
};

/** How far from the top of the window a section counts as being read: a little below the header. */
const readingLine = 120;

const currentOf = (sections: readonly Section[]): string | undefined => {
  const places = sections.flatMap(({ id }) => {
    const top = document.getElementById(id)?.getBoundingClientRect().top;
    return top === undefined ? [] : [{ id, top }];
  });
  const isAtEnd = scrollY > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
  if (isAtEnd) {
    // The last sections may be too short to reach the top: then the one that was asked for counts, else the last.
    const asked = places.find(({ id, top }) => id === addressed() && top < innerHeight && top > 0);
    return (asked ?? places.at(-1))?.id;
  }
  return (places.findLast(({ top }) => top <= readingLine) ?? places[0])?.id;
};

/** The section that is being read, and the way to the one that the address names when the guide opens. */
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
  useEffect(() => {
    const wanted = addressed();
    if (!sections.some(({ id }) => id === wanted)) return;
    // After the frame has put a new page at its top.
    const frame = requestAnimationFrame(() => {
      document.getElementById(wanted)?.scrollIntoView();
    });
    return () => {
      cancelAnimationFrame(frame);
    };
  }, [sections]);
  return current;
};
