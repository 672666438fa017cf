import type { Passage, Source } from '@lectern/contracts';
import { sourceOfText } from '@lectern/documents';
import { generateGuide } from '../../../formulas.ts';
import { offlineEngine } from '../offlineEngine.ts';

/** A line of a slide: "> " marks notes, "  - " a sub-item, "# " a paragraph; anything else is a bullet. */
type Slide = readonly [title: string, ...lines: string[]];

const passageOf = (line: string, slide: number, paragraph: number): Passage => {
  const isNote = line.startsWith('> ');
  const isBelow = line.startsWith('  - ');
  return {
    pointer: { kind: 'slide', slide, part: isNote ? 'notes' : 'body', paragraph },
    kind: isNote || line.startsWith('# ') ? 'paragraph' : 'bullet',
    level: isBelow ? 1 : 0,
    text: line.replace(/^(?:> | {2}- |# )/, ''),
  };
};

const deckOf = (slides: readonly Slide[], title = 'Rivers of the plain'): Source => ({
  title,
  language: 'en',
  passages: slides.flatMap(([name, ...lines], at) => [
    {
      pointer: { kind: 'slide' as const, slide: at + 1, part: 'body' as const, paragraph: 1 },
      kind: 'title' as const,
      level: 0,
      text: name,
    },
    ...lines.map((line, index) => passageOf(line, at + 1, index + 2)),
  ]),
});

async function guideOf(slides: readonly Slide[], options: { title?: string; stylePreference?: string } = {}) {
  const { title, ...style } = options;
  const { guide, omitted } = await generateGuide(offlineEngine(), deckOf(slides, title), style);
  const text = guide.markdownContent.replace(/ ?\[[^[\]]*\]\(#[^()]*\)/g, '').replace(/\\(?=[^\w\s])/g, '');
  return { guide, omitted, text, headings: (text.match(/^#+ .*$/gm) ?? []).filter((heading) => heading !== '## Review questions') };
}

/** Lines that make a deck long enough for "At a glance". */
const filler = (place: string): string[] => [
  `Sand and silt of the ${place} reach the coast in every wet season of the year`,
  `Nine gauges of the ${place} stand between the mountains and the sea since the last war`,
  `Villages of the ${place} store grain on high floors because water comes without warning`,
];

const plain: Slide[] = [
  ['Rivers of the plain', '# Hydrology, week 3'],
  ['Meanders', 'Meanders are bends of slow rivers that move across the plain.', ...filler('north')],
  ['Deltas', 'Deltas grow where rivers drop their sediment in still water.', ...filler('south')],
  ['Floods', 'Floods cover the plain when the snow of the mountains melts at once.', ...filler('east')],
  ['Dams', 'Dams hold water back and let it out in the dry months of the year.', ...filler('west')],
  ['Canals', 'Canals lead water from the river to fields that lie far away from it.', ...filler('centre')],
  ['Bridges', 'Bridges need deep piers because the river washes the sand away.', ...filler('capital')],
  ['Fish', 'Fish of the plain lay their eggs in pools that floods leave behind.', ...filler('border')],
];

const openingOf = (text: string): string[] => /## At a glance\n\n((?:- .*\n)+)/.exec(text)?.[1]?.trim().split('\n') ?? [];

describe('the opening', () => {
  it('is the lecturer’s summary, in at most eight lines', async () => {
    const summary = Array.from({ length: 10 }, (_, at) => `Point number ${at + 1} of the plain is worth knowing`);
    const { text, guide } = await guideOf([...plain, ['Take-home messages', ...summary, '> A joke about fishermen ends the hour.']]);
    const lines = openingOf(text);
    expect(lines.length).toBeGreaterThan(2);
    expect(lines.length).toBeLessThanOrEqual(8);
    expect(lines.every((line) => /^- Point number \d+ of the plain is worth knowing$/.test(line))).toBe(true);
    expect(guide.overview.split('. ').length).toBeLessThanOrEqual(4);
  });

  it('is the objectives if there is no summary, without their introduction', async () => {
    const goals: Slide = ['Learning objectives', 'You will be able to:', '  - Tell a meander from a delta', '  - Explain why floods come'];
    const { text } = await guideOf([plain[0] as Slide, goals, ...plain.slice(1)]);
    expect(openingOf(text)).toEqual(['- Tell a meander from a delta', '- Explain why floods come']);
  });

  it('is otherwise a line for each chapter that represents it, and no stray sentence', async () => {
    const { text } = await guideOf([...plain, ['Practice', 'The last boat leaves the old harbour at nine in the evening.']]);
    const lines = openingOf(text);
    expect(lines.length).toBeGreaterThanOrEqual(3);
    for (const line of lines) expect(line).toMatch(/^- \*\*(\p{L}+)\*\*: \1 (?:of the plain )?\p{Ll}+ .*\.$/u);
    expect(lines.join('\n')).not.toMatch(/boat|gauges/);
  });

  it('follows a short title page, and is missing for a short text', async () => {
    const { text } = await guideOf(plain);
    expect(text).toMatch(/^# Rivers of the plain\n\nHydrology, week 3\.\n\n## At a glance\n/);
    expect((await guideOf(plain.slice(0, 3))).text).not.toContain('At a glance');
  });
});

describe('chapters', () => {
  const sections: Slide[] = [
    ['Bends', 'Bends move downstream every year', 'Their outer bank is worn away'],
    ['Banks', 'Banks of clay last longer than banks of sand', 'Roots of willows hold them together'],
  ];
  const later: Slide[] = [
    ['Snow', 'Snow stores the water of the winter', 'It melts in May'],
    ['Rain', 'Rain falls in three months of the year', 'It fills the reservoirs'],
  ];
  const nested = ['## Chapter 1: Form', '### Bends', '### Banks', '## Chapter 2: Water', '### Snow', '### Rain'];

  it('start at divider slides, whose number is part of the heading', async () => {
    const slides: Slide[] = [['The plain'], ['Form', '# CHAPTER 1'], ...sections, ['Water', '# CHAPTER 2'], ...later];
    const { headings, text } = await guideOf(slides, { title: 'The plain' });
    expect(headings.slice(1)).toEqual(nested);
    expect(text).not.toMatch(/CHAPTER|Chapter 1$/m);
  });

  it('start at the lines of an agenda', async () => {
    const slides: Slide[] = [
      ['The plain'],
      ['Agenda', 'Form', 'Water', 'Life'],
      ['Form of rivers', 'Rivers are wide where they are slow', 'They are deep where they bend'],
      ...sections,
      ['Water', 'All water of the plain comes from the mountains', 'It takes nine days'],
      ...later,
      ['Life', 'Life follows the water', 'Birds arrive in March'],
      ['Conclusions', 'The plain lives by its rivers', 'Rivers live by the snow'],
    ];
    const { headings } = await guideOf(slides, { title: 'The plain' });
    expect(headings.slice(1)).toEqual([
      ...['## Form', '### Form of rivers', '### Bends', '### Banks', '## Water', '### Snow', '### Rain', '## Life', '## Conclusions'],
    ]);
  });

  it('are the common start of adjacent titles, of which no word is lost', async () => {
    const slides: Slide[] = [
      ['The plain'],
      ['Floods: causes', 'Snow melts at once', 'Dams break'],
      ['Floods: signs', 'Water turns brown', 'Wells rise'],
      ['Dams: costs', 'Concrete is dear', 'Villages have to move'],
    ];
    const { headings, text } = await guideOf(slides, { title: 'The plain' });
    expect(headings.slice(1)).toEqual(['## Floods', '### Causes', '### Signs', '## Dams: costs']);
    expect(text).not.toContain('- Floods: causes');
  });

  it('do not start at slides with pictures only, or at a single slide with little text', async () => {
    const slides: Slide[] = [['The plain'], ...sections, ['A view'], ...later];
    expect((await guideOf(slides, { title: 'The plain' })).headings.slice(1)).toEqual(['## Bends', '## Banks', '## Snow', '## Rain']);
  });

  it('absorb a section of one line, with its title', async () => {
    const slides: Slide[] = [['The plain'], sections[0] as Slide, ['Islands', 'Islands split the stream in two'], ...later];
    const { headings, text } = await guideOf(slides, { title: 'The plain' });
    expect(headings.slice(1)).toEqual(['## Bends', '## Snow', '## Rain']);
    expect(text).toContain('**Islands.** Islands split the stream in two.');
  });
});

describe('speaker notes', () => {
  const bullets = ['Willow roots hold clay banks', 'Gravel bars split the current', 'Old oxbows fill with reeds'];

  it('go below the point that they explain, or after the list', async () => {
    const note =
      '> Every valley looks different. Clay banks without willow trees fall into the water. They are rebuilt by hand. Reeds take thirty years to fill an oxbow.';
    const { text } = await guideOf([['The plain', ...bullets, note]], { title: 'The plain' });
    expect(text).toContain(
      [
        '- Willow roots hold clay banks',
        '  - Clay banks without willow trees fall into the water. They are rebuilt by hand.',
        '- Gravel bars split the current',
        '- Old oxbows fill with reeds',
        '  - Reeds take thirty years to fill an oxbow.',
        '',
        'Every valley looks different.',
      ].join('\n'),
    );
  });

  it('stay in place for a single word of a drawing, or as the answer to their own question', async () => {
    const note = '> What does the engineer do? The engineer closes the gate before clay banks and willow roots are washed away.';
    const { text } = await guideOf([['The plain', 'Engineer', ...bullets, note]], { title: 'The plain' });
    expect(text).toMatch(/^- Engineer\n- Willow/m);
    expect(text).toContain('What does the engineer do? The engineer closes');
  });

  it('answer the questions of their slide one by one', async () => {
    const questions = ['What holds a bank?', 'What splits a current?'];
    const { text } = await guideOf([['Self test', ...questions, '> Roots of willows hold a bank.', '> Bars of gravel split a current.']], {
      title: 'The plain',
    });
    expect(text).toMatch(/^- What holds a bank\?\n {2}- Roots of willows .*\n- What splits a current\?\n {2}- Bars of gravel/m);
  });

  it('are left out and listed if they talk about the slide', async () => {
    const talk = ['This slide explains how banks are held.', 'These slides cover the plain.', 'We will look at clay first.'];
    const { text, omitted } = await guideOf([['The plain', ...bullets, `> ${talk.join(' ')}`]], { title: 'The plain' });
    expect(omitted.map(({ text: line, reason }) => `${reason}: ${line}`)).toEqual(talk.map((line) => `presenter: ${line}`));
    expect(text).not.toContain('explains how');
  });
});

describe('comparisons and procedures', () => {
  it('compare two things of a slide in a table', async () => {
    const slide: Slide = ['Meanders vs. deltas', 'Meanders', '  - Form inland', '  - Move', 'Deltas', '  - Form at the coast'];
    const { text } = await guideOf([slide], { title: 'The plain' });
    expect(text).toContain('| Meanders | Deltas |\n| --- | --- |\n| Form inland | Form at the coast |\n| Move |   |');
  });

  it('put two columns of a slide in a table, whatever its title', async () => {
    const { passages, ...source } = deckOf([['Water', '# Upper course', 'Steep', 'Stony', '# Lower course', 'Flat', 'Sandy']], 'The plain');
    const shapes = [1, 2, 3, 3, 4, 5, 5];
    const boxed = passages.map((passage, at) => ({ ...passage, shape: shapes[at] ?? 1 }));
    const { guide } = await generateGuide(offlineEngine(), { ...source, passages: boxed }, {});
    expect(guide.markdownContent).toContain('| Upper course | Lower course |\n| --- | --- |\n| Steep | Flat |\n| Stony | Sandy |');
  });

  it('number procedures, even if the author numbered them, with notes below their steps', async () => {
    const slides: Slide[] = [
      ['Building a dam', 'The work includes the following steps:', '  - Clear the valley', '  - Dig to the rock', '  - Pour the wall'],
      ['At the weir', '1. Ring the bell', '2. Lower the gate', '> Lower the gate slowly: the bell rings for a minute.'],
    ];
    const { text } = await guideOf(slides, { title: 'The plain' });
    expect(text).toMatch(/steps:\n {2}1\. Clear the valley\n {2}2\. Dig to the rock\n {2}3\. Pour the wall/);
    expect(text).toMatch(/^1\. Ring the bell\n2\. Lower the gate\n {3}- Lower the gate slowly/m);
    expect(text).not.toMatch(/- 1\. /);
  });

  it('keep the numbering of the source, and a formula between paragraphs on its own', async () => {
    const lines = [
      '# At the weir',
      '',
      'The keeper opens the weir in two steps.',
      '',
      '1. Ring the bell twice',
      '2. Lower the gate',
      '',
      '$$q=av$$',
    ];
    const { guide } = await generateGuide(
      offlineEngine(),
      sourceOfText([...lines, '', 'The flow is the area times the speed.'].join('\n')),
      {},
    );
    expect(guide.markdownContent).toMatch(/^1\. Ring the bell twice\n2\. Lower the gate .*\n\n\$\$q=av\$\$ .*\n\nThe flow is/m);
  });
});

describe('key terms', () => {
  it('are sorted alphabetically within each chapter, without entries of a checklist', async () => {
    const slides: Slide[] = [
      ['The plain'],
      ['Form', '# Part 1'],
      ['Bends', 'Oxbow: a lake that a river has left behind', 'Meander: a bend of a slow river', 'Bends are old.', ...filler('north')],
      ['Banks', 'Banks of clay last long', ...filler('shore')],
      ['Water', '# Part 2'],
      ['Checklist for floods', 'Notices: manual posting of new warnings', 'Pumps: the test of each engine', ...filler('east')],
      ['Snow', 'Snow stores water', ...filler('heights')],
    ];
    const { text } = await guideOf(slides, { title: 'The plain' });
    const terms = [...text.matchAll(/^- \*\*([^*]+)\*\*: (?!\p{Lu})/gmu)].map(([, term]) => term);
    expect(terms).toEqual(['Meander', 'Oxbow']);
    expect(text).toMatch(/^## Part 1: Form\n\n### Key terms\n\n- \*\*Meander\*\*: a bend/m);
  });
});

describe('styles', () => {
  it('become a worksheet with questions and hints if the material hardly fits', async () => {
    const { text, headings, guide } = await guideOf([...plain, ['Gauges', 'Check the gauge every morning.', 'Read it twice.']], {
      stylePreference: 'ADPIE',
    });
    expect(headings.slice(-6)).toEqual([
      '## ADPIE worksheet',
      ...['Assessment', 'Diagnosis', 'Planning', 'Implementation', 'Evaluation'].map((part) => `### ${part}`),
    ]);
    expect(headings).toContain('## Meanders');
    expect(text).toMatch(/### Assessment\n\nWhat would you ask, observe and measure\?\n\n- Check the gauge every morning\./);
    expect(text).not.toContain('says nothing');
    expect(guide.limitation).toBe(
      'Too little of this material belongs to the parts of ADPIE. Your guide has its usual form, and ends with an ADPIE worksheet.',
    );
  });

  it('say what to look for if a part is empty', async () => {
    const slides: Slide[] = [
      ['Assessment', 'Check the pulse twice.', 'Ask about pain.'],
      ['Treatment', 'Give oxygen as ordered.', 'Turn him.'],
    ];
    const { text, guide } = await guideOf(slides, { stylePreference: 'ADPIE' });
    expect(text).toMatch(/^## Evaluation\n\nThe material says nothing .*\. How would you see whether the goals were met\?$/m);
    expect(guide.limitation).toBeUndefined();
  });

  it('use the sections as cues in Cornell notes if there are no questions', async () => {
    const { text } = await guideOf(
      [
        ['Snow', 'White', 'Cold'],
        ['Rain', 'Grey', 'Wet'],
      ],
      { title: 'The plain', stylePreference: 'Cornell' },
    );
    expect(text).toMatch(/^## Cues\n\n- Snow\n- Rain\n\n## Notes\n\n### Snow/m);
    expect(/## Summary\n\n(.+)/.exec(text)?.[1]).toMatch(/\p{L}/u);
  });
});
