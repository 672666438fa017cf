import { forMathJax, hasFormula } from '@lectern/contracts/formulas';
import JSZip from 'jszip';
import papa from 'papaparse';
import { parse as parseGift } from 'gift-pegjs';
import { SaxesParser } from 'saxes';
import type { QuizQuestion } from '@lectern/contracts';
import { seededNumbers } from '@lectern/test-servers';
import { sourceWords } from '../sourceWords.ts';
import { question, randomQuestion, seededRandom } from '../../testing/questions.ts';
import { exportQuiz } from './exportQuiz.ts';
import { asGiftText, writeGift } from './writeGift.ts';

const textOf = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
const quizOf = (count: number, isHostile: boolean) => {
  const random = seededRandom(count + (isHostile ? 1 : 0));
  return { title: 'Cell: respiration', questions: Array.from({ length: count }, () => randomQuestion(random, isHostile)) };
};
const kinds = [
  ['generated', false],
  ['hostile', true],
] as const;

test('keeps titles in file names, without forbidden characters', async () => {
  const quiz = { title: ' Cell/respiration: "part" 1?\n ', questions: [question()] };
  expect((await exportQuiz({ quiz: quiz, format: 'gift' })).name).toBe('Cell respiration part 1.gift');
  expect((await exportQuiz({ quiz: { ...quiz, title: '../..' }, format: 'csv' })).name).toBe('Lectern.csv');
  expect((await exportQuiz({ quiz: { ...quiz, title: 'a'.repeat(300) }, format: 'qti' })).name).toBe(`${'a'.repeat(80)}.zip`);
});

describe('GIFT', () => {
  const asRead = asGiftText;
  /** "->" has no escape in an answer. */
  const asAnswer = (text: string): string => asRead(text).replaceAll('->', '→');
  /** The text of a question with formulas is HTML. */
  const fromHtml = (text: string): string =>
    text
      .replaceAll('<br>', '\n')
      .replace(/&(lt|gt|quot|#39);/g, (_whole, name: string) => ({ lt: '<', gt: '>', quot: '"' })[name] ?? "'")
      .replaceAll('&amp;', '&');

  test('is read unchanged by another program, with the feedback of each option', async () => {
    const { bytes, type } = await exportQuiz({ quiz: { title: 'Cells', questions: [question()] }, format: 'gift' });
    expect(type).toBe('text/plain; charset=utf-8');
    expect(parseGift(textOf(bytes))).toEqual([
      expect.objectContaining({
        type: 'MC',
        title: 'Question 1',
        stem: { format: 'plain', text: 'Where does glycolysis take place?' },
        choices: [
          expect.objectContaining({
            isCorrect: true,
            text: expect.objectContaining({ text: 'In the cytosol' }),
            feedback: expect.objectContaining({ text: 'Its enzymes are dissolved there.' }),
          }),
          expect.objectContaining({ isCorrect: false, text: expect.objectContaining({ text: 'In the matrix' }) }),
          expect.objectContaining({ isCorrect: false, text: expect.objectContaining({ text: 'In the nucleus' }), feedback: null }),
        ],
        globalFeedback: expect.objectContaining({
          text: expect.stringContaining('Slide 4, notes: “Glycolysis takes place in the cytosol.”'),
        }),
      }),
    ]);
  });

  /** Reads a question by Moodle's rules for escapes, weights, formats and feedback. */
  const readAsMoodle = (gift: string) => {
    const text = gift
      .split('\n')
      .filter((line) => !line.trim().startsWith('//'))
      .join('\n')
      .replace(/\\([\\:#={}~n])/g, (_whole, sign: string) => `\uE000${sign.charCodeAt(0)}\uE001`);
    const plain = (part: string): string =>
      part.replace(/\uE000(\d+)\uE001/g, (_whole, code: string) => (code === '110' ? '\n' : String.fromCharCode(Number(code))));
    const textIn = (part: string) => {
      const [, format, rest] = /^\[(plain|html|markdown|moodle)\](.*)$/s.exec(part.trim()) ?? [undefined, 'plain', part];
      return { format, text: plain(rest ?? '').trim() };
    };
    const [, stem = '', answers = ''] = /^::[^:]*::([^{]*)\{([^}]*)\}\s*$/s.exec(text) ?? [];
    const [options = '', feedback = ''] = answers.split('####');
    return {
      stem: textIn(stem),
      feedback: textIn(feedback),
      options: options
        .replaceAll('=', '~=')
        .split('~')
        .slice(1)
        .filter((option) => option.trim() !== '')
        .map((option) => {
          const mark = /^\s*(=?)\s*(?:%-?(\d{1,2}(?:\.\d*)?|100)%)?/.exec(option);
          const [answer = '', rationale = ''] = option.slice(mark?.[0].length).split('#');
          return {
            weight: mark?.[2] === undefined ? (mark?.[1] === '=' ? 100 : 0) : Number(mark[2]),
            answer: textIn(answer),
            rationale: textIn(rationale),
          };
        }),
    };
  };

  test('escapes everything with a meaning in GIFT', async () => {
    const pieces = [
      '%50%',
      '%-5.5%',
      '%',
      '[html]',
      '[plain]',
      '[x]',
      '=',
      '~',
      '#',
      '####',
      '{',
      '}',
      ':',
      '::',
      '\\',
      '\\n',
      '//',
      '$CATEGORY:',
      'T',
      'a',
      ' ',
      '\n',
      '\n\n',
      'half of it',
      '<b>',
    ];
    const below = seededNumbers(3);
    // Between two dollar signs there may be a formula.
    const any = (): string =>
      asRead(
        Array.from({ length: 1 + below(5) }, () => pieces[below(pieces.length)] ?? '')
          .join('')
          .replace(/\$(?=.*\$)/gs, ''),
      ) || 'x';
    for (let round = 0; round < 1_000; round += 1) {
      const options = Array.from({ length: 3 }, (_, index) => ({
        text: any(),
        isCorrect: index === round % 3,
        rationale: round % 2 === 0 ? any() : '',
      }));
      const asked = { ...question(), question: any(), explanation: any(), source: undefined, options };
      const gift = writeGift([asked as unknown as QuizQuestion]);
      expect([gift, readAsMoodle(gift)]).toEqual([
        gift,
        {
          stem: { format: 'plain', text: asked.question },
          feedback: { format: 'plain', text: asked.explanation },
          options: options.map(({ text, isCorrect, rationale }) => ({
            weight: isCorrect ? 100 : 0,
            answer: { format: 'plain', text },
            rationale: { format: 'plain', text: rationale },
          })),
        },
      ]);
      const [byOthers] = parseGift(gift) as unknown as { choices: { text: { text: string }; weight: number | null }[] }[];
      expect(byOthers?.choices.map(({ text, weight }) => [text.text, weight])).toEqual(options.map(({ text }) => [text, null]));
    }
  });

  test.each(kinds)('restores 500 %s questions', async (_name, isHostile) => {
    const quiz = quizOf(500, isHostile);
    const read = parseGift(textOf((await exportQuiz({ quiz: quiz, format: 'gift' })).bytes)) as unknown as {
      stem: { format: string; text: string };
      choices: { isCorrect: boolean; text: { text: string }; feedback: { text: string } | null }[];
      globalFeedback: { text: string } | null;
    }[];
    expect(read).toHaveLength(500);
    quiz.questions.forEach(({ question: stem, options, explanation, source }, index) => {
      const item = read[index]!;
      const isHtml = item.stem.format === 'html';
      expect(isHtml).toBe([stem, explanation, ...options.flatMap(({ text, rationale }) => [text, rationale])].some(hasFormula));
      const found = (text = ''): string => (isHtml ? fromHtml(text) : text);
      const written = (text: string): string => (isHtml ? asRead(forMathJax(text).replace(/[\uFFFE\uFFFF]/g, '')) : asAnswer(text));
      expect(found(item.stem.text)).toBe(isHtml ? written(stem) : asRead(stem));
      expect(item.choices.map(({ isCorrect, text, feedback }) => [isCorrect, found(text.text), found(feedback?.text)])).toEqual(
        options.map(({ isCorrect, text, rationale }) => [isCorrect, written(text), written(rationale)]),
      );
      expect(found(item.globalFeedback?.text)).toBe(written([explanation, sourceWords(source)].filter((text) => text !== '').join('\n')));
    });
  });

  test('writes a question with formulas as HTML', async () => {
    const quiz = {
      title: 'Roots',
      questions: [{ ...question(), question: 'Solve $x^2=4$ if a < b & x \\(\\neq\\) 2', explanation: 'It costs $5 to $10.\nSo #1.' }],
    };
    const text = textOf((await exportQuiz({ quiz, format: 'gift' })).bytes);
    expect(text).toContain('[html]Solve \\\\(x^2\\=4\\\\) if a &lt; b &amp; x \\\\(\\\\neq\\\\) 2 {');
    expect((parseGift(text)[0] as unknown as { stem: unknown }).stem).toEqual({
      format: 'html',
      text: 'Solve \\(x^2=4\\) if a &lt; b &amp; x \\(\\neq\\) 2',
    });
    expect(text).toContain('It costs $5 to $10.<br>So \\#1.');
  });
});

describe('QTI', () => {
  /** Returns texts by element name, and attributes. Throws for malformed XML. */
  const read = (xml: string) => {
    const parser = new SaxesParser();
    const open: string[] = [];
    const elements: { name: string; attributes: Record<string, string>; text: string; path: string }[] = [];
    const stack: (typeof elements)[number][] = [];
    parser.on('opentag', ({ name, attributes }) => {
      const element = { name, attributes: attributes as Record<string, string>, text: '', path: [...open, name].join('/') };
      elements.push(element);
      stack.push(element);
      open.push(name);
    });
    parser.on('closetag', () => {
      open.pop();
      stack.pop();
    });
    parser.on('text', (text) => {
      for (const element of stack) element.text += text;
    });
    parser.on('error', (error) => {
      throw error;
    });
    parser.write(xml).close();
    return elements;
  };
  const unpack = async (bytes: Uint8Array) => {
    const zip = await JSZip.loadAsync(bytes);
    return Object.fromEntries(
      await Promise.all(
        Object.keys(zip.files).map(async (name): Promise<[string, ReturnType<typeof read>]> => [
          name,
          read(await zip.file(name)!.async('string')),
        ]),
      ),
    );
  };

  test('lists all files of a package, and the right option and reason of each question', async () => {
    const files = await unpack(
      (await exportQuiz({ quiz: { title: 'Cells & more', questions: [question(), question()] }, format: 'qti' })).bytes,
    );
    expect(Object.keys(files).sort()).toEqual(['imsmanifest.xml', 'question-1.xml', 'question-2.xml', 'quiz.xml']);
    const named = files['imsmanifest.xml']!.filter(({ name }) => name === 'file').map(({ attributes }) => attributes['href']);
    expect(named.sort()).toEqual(['question-1.xml', 'question-2.xml', 'quiz.xml']);
    expect(files['quiz.xml']![0]!.attributes['title']).toBe('Cells & more');
    const item = files['question-1.xml']!;
    const texts = (name: string) => item.filter((element) => element.name === name).map(({ text }) => text);
    expect(texts('prompt')).toEqual(['Where does glycolysis take place?']);
    expect(texts('simpleChoice')).toEqual(['In the cytosol', 'In the matrix', 'In the nucleus']);
    expect(item.filter(({ path }) => path.endsWith('correctResponse/value')).map(({ text }) => text)).toEqual(['OPTION_1']);
    expect(item.filter(({ name }) => name === 'modalFeedback').map(({ attributes, text }) => [attributes['identifier'], text])).toEqual([
      ['OPTION_1', 'Its enzymes are dissolved there.'],
      ['OPTION_2', 'The citric acid cycle is there.'],
      ['FEEDBACK', 'Glycolysis needs no mitochondrion.Slide 4, notes: “Glycolysis takes place in the cytosol.”'],
    ]);
  });

  test.each(kinds)('writes 500 %s well-formed questions with their texts', async (_name, isHostile) => {
    const quiz = quizOf(500, isHostile);
    const files = await unpack((await exportQuiz({ quiz: quiz, format: 'qti' })).bytes);
    const shown = (text: string): string =>
      forMathJax(text)
        .replace(/\r\n?/g, '\n')
        .replace(/(?![\t\n\r])[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, '');
    quiz.questions.forEach(({ question: stem, options }, index) => {
      const item = files[`question-${String(index + 1)}.xml`]!;
      expect(item.find(({ name }) => name === 'prompt')!.text).toBe(shown(stem));
      expect(item.filter(({ name }) => name === 'simpleChoice').map(({ text }) => text)).toEqual(options.map(({ text }) => shown(text)));
    });
  });
});

describe('comma-separated values', () => {
  test('writes words without the marks of bold, italic and code', async () => {
    const marked = question({ question: 'Where does **glycolysis** *take* place?', explanation: '`2*3`' });
    const [, row] = papa.parse<string[]>(
      textOf((await exportQuiz({ quiz: { title: 'Cells', questions: [marked] }, format: 'csv' })).bytes),
    ).data;
    expect([row?.[0], row?.[5]]).toEqual(['Where does glycolysis take place?', '2*3']);
  });

  test('writes one row per question, with enough option columns', async () => {
    const five = question({
      options: Array.from({ length: 5 }, (_, index) => ({ text: `o${String(index)}`, isCorrect: index === 4, rationale: '' })),
    });
    const text = textOf((await exportQuiz({ quiz: { title: 'Cells', questions: [question(), five] }, format: 'csv' })).bytes);
    expect(text.startsWith('\uFEFF')).toBe(true);
    expect(papa.parse(text.slice(1), { skipEmptyLines: true }).data).toEqual([
      ['Question', 'Option A', 'Option B', 'Option C', 'Option D', 'Option E', 'Correct', 'Explanation', 'Topic', 'Source'],
      [
        'Where does glycolysis take place?',
        'In the cytosol',
        'In the matrix',
        'In the nucleus',
        '',
        '',
        'A',
        'Glycolysis needs no mitochondrion.',
        'Glycolysis',
        'Slide 4, notes: “Glycolysis takes place in the cytosol.”',
      ],
      [
        'Where does glycolysis take place?',
        'o0',
        'o1',
        'o2',
        'o3',
        'o4',
        'E',
        'Glycolysis needs no mitochondrion.',
        'Glycolysis',
        'Slide 4, notes: “Glycolysis takes place in the cytosol.”',
      ],
    ]);
  });

  test('writes no formulas and complete rows for 500 hostile questions', async () => {
    const quiz = quizOf(500, true);
    const text = textOf((await exportQuiz({ quiz: quiz, format: 'csv' })).bytes);
    const rows = papa.parse<string[]>(text.slice(1), { skipEmptyLines: true }).data;
    expect(rows).toHaveLength(501);
    expect(new Set(rows.map((row) => row.length)).size).toBe(1);
    expect(rows.flat().filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
  });
});
