import type { Visit, VisitOptions } from './visit.ts';

/** The measured pages, each with its limit for JavaScript in bytes, compressed with gzip. */
export const pages = {
  landing: { path: '/', visitor: 'signed-out', content: 'h1', most: 125_000 },
  login: { path: '/login', visitor: 'signed-out', content: 'main form', most: 201_000 },
  'first signed-in list': { path: '/study-materials', visitor: 'free', content: 'main article', most: 239_000 },
  dashboard: { path: '/dashboard', visitor: 'free', content: 'main h3', most: 253_000 },
  guide: { path: '/study-materials/guide1', visitor: 'free', content: 'main h2', most: 316_000 },
  quiz: { path: '/quizzes/quiz1', visitor: 'free', content: 'main h2', most: 262_000 },
  deck: { path: '/flashcards/deck1', visitor: 'free', content: 'main button[aria-label]', most: 264_000 },
  review: { path: '/review', visitor: 'free', content: 'main button[aria-label]', most: 264_000 },
} as const;
export type PageName = keyof typeof pages;

/** Bytes of JavaScript as the network delivered them. */
export const bytesOf = ({ scripts }: Visit): number => scripts.reduce((sum, { bytes }) => sum + bytes, 0);
export const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;
export const verdict = (isMet: boolean): string => (isMet ? '' : '   OVER ITS LIMIT');

export const optionsOf = (site: string, name: PageName): VisitOptions => {
  const { path, visitor, content } = pages[name];
  return { address: `${site}${path}`, visitor, content };
};
