import { sourceOfText } from '@lectern/documents';
import { findFormulas } from '@lectern/contracts/formulas';
import { generateCards, generateGuide, generateQuiz } from './formulas.ts';
import { offlineEngine } from './engines/offline/offlineEngine.ts';
import type { Guide, StudyContentEngine } from './StudyContentEngine.ts';

const text = [
  '# Quadratic equations',
  '',
  'A quadratic equation is an equation of the form \\(ax^2+bx+c=0\\). \\(a. Then b\\) is a pair of signs.',
  'The discriminant of a quadratic equation is the number $D=b^2-4ac$. It decides how many roots there are.',
  'A double root is a root at which the curve only touches the axis, so that \\(D=0\\) holds.',
  'The vertex of a parabola is the point where it turns, at \\(x=-\\frac{b}{2a}\\).',
  'The axis of symmetry is the vertical line through the vertex of the parabola.',
  'A coefficient is a number that stands before a power of the unknown, such as \\(a\\) before \\(x^2\\).',
  'A tutor costs $5 to $10 an hour.',
  '',
  '\\[x_{1,2}=\\frac{-b\\pm\\sqrt{b^2-4ac}}{2a}\\]',
  '',
  'The formula above is called the quadratic formula, and it gives both roots.',
].join('\n');
const source = sourceOfText(text);
const engine = offlineEngine();
const known = new Set(findFormulas(text).map(({ latex }) => latex));
const strangers = (made: unknown): string[] => [...JSON.stringify(made).matchAll(/[ꟷǀ-ǃ]/g)].map(([letter]) => letter);
const latexIn = (made: string, isMarkdown = false): string[] => findFormulas(made, { isMarkdown }).map(({ latex }) => latex);

it('includes every formula in a guide, verbatim', async () => {
  const { guide } = await generateGuide(engine, source, {});
  expect(strangers(guide)).toEqual([]);
  const found = latexIn(guide.markdownContent, true);
  expect(found.filter((latex) => !known.has(latex))).toEqual([]);
  expect(new Set(found)).toEqual(known);
  expect(guide.markdownContent).toContain('$5 to $10');
});

it('keeps formulas verbatim in questions and cards, whose quotes match the source', async () => {
  const { questions } = await generateQuiz(engine, source, { count: 5, random: () => 0.5 }, { least: 1 });
  const { cards } = await generateCards(engine, source, { count: 8 });
  expect(strangers([questions, cards])).toEqual([]);
  const texts = [
    ...questions.flatMap(({ question, answer, explanation }) => [question, answer, explanation]),
    ...cards.flatMap(({ front, back }) => [front, back]),
  ];
  expect(texts.flatMap((each) => latexIn(each)).length).toBeGreaterThan(0);
  for (const latex of texts.flatMap((each) => latexIn(each))) expect(known).toContain(latex);
  for (const { source: cited } of [...questions, ...cards])
    expect(source.passages.some((passage) => passage.text.includes(cited.quote))).toBe(true);
});

it('passes the original source to an engine that reads formulas', async () => {
  let seen = '';
  const { guide: offlineGuide } = await generateGuide(engine, source, {});
  const reader: StudyContentEngine = {
    name: 'reader',
    guide: async (given): Promise<Guide> => {
      seen = given.passages.map((passage) => passage.text).join('\n');
      return Promise.resolve(offlineGuide);
    },
    quiz: () => Promise.reject(new Error('not asked')),
    cards: () => Promise.reject(new Error('not asked')),
  };
  const { guide } = await generateGuide(reader, source, {});
  expect(seen).toContain('\\(ax^2+bx+c=0\\)');
  expect(guide.markdownContent).toBe(offlineGuide.markdownContent);
});

it.each([
  ['Hindi', 'हृदय\nहृदय रक्त पंप करता है।\nफेफड़े ऑक्सीजन लेते हैं।'],
  ['Chinese', '心脏\n心脏推动血液流动。\n肺吸收氧气。'],
  ['Japanese', '心臓\n心臓は血液を送り出すポンプです。\n肺は酸素を取り込みます。'],
  ['Urdu', 'دل\nدل خون پمپ کرتا ہے۔\nپھیپھڑے آکسیجن لیتے ہیں۔'],
])('ends a sentence in %s once', async (_language, material) => {
  const { guide } = await generateGuide(engine, sourceOfText(material), {});
  expect(`${guide.overview}\n${guide.markdownContent}`).not.toMatch(/[।。۔]\s*[.।。۔]/);
});
