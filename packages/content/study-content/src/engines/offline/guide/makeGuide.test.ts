import type { Source } from '@lectern/contracts';
import { sourceOfText } from '@lectern/documents';
import { loadMaterials } from '../../../../testing/materials.ts';
import { factsKept } from '../../../gate/factsKept.ts';
import { wordCount } from '../../../text/words.ts';
import { offlineEngine } from '../offlineEngine.ts';

const engine = offlineEngine();
const guideOf = async (text: string, stylePreference?: string): Promise<string> =>
  (await engine.guide(sourceOfText(text), stylePreference === undefined ? {} : { stylePreference })).markdownContent;

it.each([undefined, 'ADPIE', 'IRAC', 'SOAP', 'Cornell', 'outline'])(
  'keeps 98 % of what each material teaches, in at most 1.2 times its words where it has some hundred: %s',
  async (stylePreference) => {
    for (const [name, source] of Object.entries(await loadMaterials())) {
      const { markdownContent } = await engine.guide(source, stylePreference === undefined ? {} : { stylePreference });
      const { all, lost } = factsKept(markdownContent, source);
      expect({ name, lost: lost.length > all.length * 0.02 ? lost.map(({ text }) => text) : [] }).toEqual({ name, lost: [] });
      const words = source.passages.reduce((sum, { text }) => sum + wordCount(text), 0);
      if (words > 400) expect(wordCount(markdownContent.replace(/\[[^\]]*\]\(#[^)]*\)|[#|*-]+/g, ' ')) / words).toBeLessThanOrEqual(1.2);
    }
  },
);

const paragraphs = [
  'The mitral valve separates the left atrium from the left ventricle. It closes when the ventricle contracts, so that no blood flows back.',
  'The tricuspid valve separates the right atrium from the right ventricle. It has three leaflets that are held by fine cords.',
  'The sinus node is the pacemaker of the heart. It fires about seventy times a minute in a resting adult.',
  'Coronary arteries supply the muscle of the heart with blood. They fill while the ventricles relax, because contraction squeezes them shut.',
  'Glaciers store most of the fresh water of the Earth. They grow where more snow falls than melts in a whole year.',
  'Cardiac output is the volume of blood that one ventricle pumps in a minute. It rises with the heart rate and with the stroke volume.',
];

it('adds headings that name the subjects of paragraphs without headings', async () => {
  const markdown = await guideOf(`The heart\n\n${paragraphs.join('\n\n')}`);
  expect(markdown.match(/^## .*$/gm)).toEqual(
    expect.arrayContaining(['## Tricuspid valve', '## Sinus node', '## Coronary arteries', '## Glaciers']),
  );
});

it('keeps an overlong heading as text above its section', async () => {
  const long = 'How the four chambers of the human heart work together to pump the blood through lungs and body';
  const markdown = await guideOf(`# Vessels\n\n${paragraphs[3]}\n\n# ${long}\n\n${paragraphs[0]}\n\n# Output\n\n${paragraphs[5]}`);
  const heading = markdown.indexOf(long);
  expect(heading).toBeGreaterThan(0);
  expect(markdown.indexOf('The mitral valve separates', heading)).toBeGreaterThan(heading);
});

it('keeps a heading with only subheadings below, and that of a long section', async () => {
  const long = paragraphs.slice(0, 4).join('\n\n');
  const [, , , , glaciers = '', output = ''] = paragraphs;
  const markdown = await guideOf(
    `# Physiology\n\nIt is the science of how bodies function.\n\n# How it beats\n\n${long}\n\n# Water\n\n## Ice\n\n${glaciers}\n\n## Flow\n\n${output}`,
  );
  expect(markdown.match(/^##+ .*$/gm)).toEqual(expect.arrayContaining(['## How it beats', '## Water', '### Ice', '### Flow']));
});

it('strips the colon of headings, and drops the heading “Examples:”', async () => {
  const markdown = await guideOf(
    `# Vessels\n\n${paragraphs[3]}\n\n# Valves:\n\n${paragraphs[0]}\n\n# Examples:\n\n${paragraphs[1]}\n\n# Output\n\n${paragraphs[5]}`,
  );
  const headings = markdown.match(/^## .*$/gm) ?? [];
  expect(headings).toEqual(expect.arrayContaining(['## Valves', '## Output']));
  expect(headings.filter((heading) => /:$|Examples/.test(heading))).toEqual([]);
  expect(markdown).toContain('The tricuspid valve separates');
});

it('writes a sentence once that two paragraphs share', async () => {
  const sentence = 'The sinus node is the pacemaker of the heart and sets its rate at rest.';
  const markdown = await guideOf(
    `# Node\n\n${sentence}\n\n# Rate\n\n${sentence} Nerves change it.\n\n# Output\n\nOutput rises with the rate.`,
  );
  expect(markdown.split(sentence)).toHaveLength(2);
});

it('keeps a list below its introduction, and numbers steps', async () => {
  const markdown = await guideOf(
    '# Hand washing\n\nSteps of hand washing:\n\n- Wet both hands\n- Rub in the soap\n- Rinse under running water\n\n# Risks\n\nPatients at risk include:\n- Newborns\n- Transplant patients',
  );
  expect(markdown).toContain('Steps of hand washing:\n\n1. Wet both hands\n2. Rub in the soap\n3. Rinse under running water');
  expect(markdown).toContain('Patients at risk include:\n\n- Newborns\n- Transplant patients');
});

it('opens with facts, not with text about the guide', async () => {
  const { overview } = await engine.guide(sourceOfText(`The heart\n\n${paragraphs.join('\n\n')}`), {});
  expect(paragraphs.some((paragraph) => paragraph.includes(overview.split(/(?<=\.)\s/)[0] ?? '-'))).toBe(true);
  expect(overview).not.toMatch(/this guide/i);
});

it('opens with whole sentences about the subject: not with fragments, exhibits or sums of an exercise', async () => {
  const lines = [
    'Refers to the rivers that carry most of the sediment of the world.',
    'The rivers that carry most of the sediment of the whole world.',
    'Exhibit 8-3 shows the rivers of each continent for the last ten years.',
    'The rivers of ABC Company are estimated to be worth Rs. 8 million each.',
    'Using the slope of the rivers, calculate the speed of the water.',
    'Rivers carry sediment from the mountains to the sea in each flood.',
  ];
  const { overview } = await engine.guide({ ...slideOf(lines, ''), language: 'en' }, {});
  expect(overview).toBe('Rivers carry sediment from the mountains to the sea in each flood.');
});

it('is brief if the learner asks for that', async () => {
  const text = `The heart\n\n${paragraphs.join('\n\n')}`;
  const [brief, usual] = [await guideOf(text, 'keep it brief'), await guideOf(text)];
  expect(wordCount(brief)).toBeLessThan(wordCount(usual) * 0.75);
});

it('puts continued slides under the previous heading', async () => {
  const slides: [title: string, point: string][] = [
    ['Gas kilns', 'Gas burns with an even flame in every season'],
    ['Cont…', 'A flue leads the hot air to the back wall'],
    ['Gas kilns…cont’', 'The burner needs a valve that closes by itself'],
    ['Wood kilns', 'Wood leaves ash on the shoulders of the pots'],
    ['Wood kilns (2/2)', 'Stoking goes on through the night'],
  ];
  const passages = slides.flatMap(([title, point], at) =>
    [title, point].map((text, line) => ({
      pointer: { kind: 'slide' as const, slide: at + 1, part: 'body' as const, paragraph: line + 1 },
      kind: line === 0 ? ('title' as const) : ('bullet' as const),
      text,
      level: 0,
    })),
  );
  const { markdownContent } = await engine.guide({ ...sourceOfText('x'), title: 'Kilns', passages }, {});
  const headings = [...markdownContent.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading);
  expect(headings.filter((heading) => heading?.includes('kilns'))).toEqual(['Gas kilns', 'Wood kilns']);
  expect(markdownContent).not.toMatch(/cont[’….]/i);
  expect(markdownContent.lastIndexOf('flue')).toBeLessThan(markdownContent.search(/^#+ Wood kilns$/m));
});

/** A slide with bullets and a note. */
function slideOf(bullets: readonly string[], note: string): Source {
  const body = (text: string, paragraph: number, kind: 'title' | 'bullet') => ({
    pointer: { kind: 'slide' as const, slide: 1, part: 'body' as const, paragraph },
    kind,
    text,
    level: 0,
  });
  return {
    ...sourceOfText('x'),
    title: 'Rivers',
    passages: [
      body('Rivers', 1, 'title'),
      ...bullets.map((text, at) => body(text, at + 2, 'bullet')),
      { pointer: { kind: 'slide', slide: 1, part: 'notes', paragraph: 1 }, kind: 'paragraph', text: note, level: 0 },
    ],
  };
}

describe('a note that repeats a bullet', () => {
  const bullets = ['Meanders form where slow rivers erode their outer banks', 'Deltas form where rivers drop sediment in still water'];
  const fuller = 'Meanders form where slow rivers erode their outer banks and lay down sand on the inner side.';

  it('replaces it if it says more, and appears once', async () => {
    const { markdownContent } = await engine.guide(slideOf(bullets, `${fuller} Floods cut a meander off from the stream.`), {});
    const written = markdownContent.slice(markdownContent.indexOf('- Meanders'));
    expect(written.split('erode their outer banks')).toHaveLength(2);
    expect(written).toMatch(/^- Meanders form .* and lay down sand on the inner side/m);
    expect(written).toContain('Floods cut a meander off from the stream.');
  });

  it('stays if the next sentence refers back to it', async () => {
    const { markdownContent } = await engine.guide(slideOf(bullets, `${fuller} This shifts the bend downstream every year.`), {});
    expect(markdownContent).toMatch(/lay down sand on the inner side.*\s+(?:.*)This shifts the bend downstream/);
  });
});

it('keeps lines below their label, even if the author did not indent them', async () => {
  const bullets = [
    'Kinds of lakes are:',
    'Oxbow lakes',
    'Crater lakes',
    'Oxbow lakes:',
    'They are left behind when a river cuts off a meander.',
    'In this way they keep the width of the old river.',
    'Crater lakes: rain fills the crater of a volcano that is quiet.',
  ];
  const { markdownContent } = await engine.guide(slideOf(bullets, ''), {});
  expect(markdownContent).toMatch(
    /^- Kinds of lakes are:\n {2}- Oxbow lakes\n {2}- Crater lakes\n- Oxbow lakes:\n {2}- They are left .*\n {2}- In this way .*\n- Crater lakes: rain/m,
  );
});

it('treats a bullet as the label of the paragraph below it, unless it ends a list', async () => {
  const { passages, ...source } = slideOf(['Meanders', '', 'Slow', 'Calm', ''], '');
  const paragraphs = ['Slow rivers erode their outer banks and fill the inner ones.', 'Rivers of this kind are found in every plain.'];
  let paragraph = 0;
  const mixed = passages.map((passage) =>
    passage.kind === 'bullet' && passage.text === ''
      ? { ...passage, kind: 'paragraph' as const, text: paragraphs[paragraph++] ?? '' }
      : passage,
  );
  const { markdownContent } = await engine.guide({ ...source, passages: mixed }, {});
  expect(markdownContent).toMatch(/^\*\*Meanders\.\*\* Slow rivers erode/m);
  expect(markdownContent).toMatch(/^- Slow\n- Calm .*\n\nRivers of this kind/m);
});

it('keeps introductions of one level as siblings, however many there are', async () => {
  const leads = ['The causes of floods in a wide valley are the following:', 'The signs of floods in a wide valley are the following:'];
  const { markdownContent } = await engine.guide(slideOf([leads[0] ?? '', 'Heavy rain', leads[1] ?? '', 'Brown water'], ''), {});
  expect(markdownContent).toMatch(/^- The causes .*:\n {2}- Heavy rain\n- The signs .*:\n {2}- Brown water/m);
  const many = Array.from({ length: 3_000 }, (_, at) => `Flood number ${at} of the wide valley changed its course as follows:`);
  await expect(engine.guide(slideOf(many, ''), {})).resolves.toHaveProperty('markdownContent');
});

it.each(['The common causes of a flood are', 'Causes of a flood include', 'Floods in a wide valley, for example –'])(
  'puts bullets under the line that announces them: %s',
  async (lead) => {
    const { markdownContent } = await engine.guide(slideOf([lead, 'Heavy rain', 'Melting snow'], ''), {});
    expect(markdownContent).toContain(`- ${lead}\n  - Heavy rain\n  - Melting snow`);
  },
);

it('ends the lines of a label where sentences follow fragments', async () => {
  const bullets = ['Signs of a flood:', 'Brown water', 'Fast currents', 'Dams hold the water back until the rain has ended.'];
  const { markdownContent } = await engine.guide(slideOf(bullets, ''), {});
  expect(markdownContent).toMatch(/^- Signs of a flood:\n {2}- Brown water\n {2}- Fast currents\n- Dams hold/m);
});

it('keeps a label at the end of a slide, because the next slide may continue', async () => {
  const { markdownContent } = await engine.guide(
    slideOf(['Rivers carry sediment to the sea.', 'Early signs of a flood in a wide valley:'], ''),
    {},
  );
  expect(markdownContent).toContain('Early signs of a flood in a wide valley:');
});

describe('a list that defines key terms', () => {
  const glossary = ['Delta: a plain of sediment at the mouth of a river', 'Meander: a bend of a slow river'];
  const bodyOf = async (bullets: readonly string[], note = ''): Promise<string> => {
    const { markdownContent } = await engine.guide(slideOf(bullets, note), {});
    return markdownContent.slice(0, markdownContent.indexOf('## Review questions')).replace(/## Key terms[^#]*?\n\n(?=[^-])/, '');
  };

  it('stays whole if it has a different item', async () => {
    const body = await bodyOf([...glossary, 'Slow rivers erode their outer banks and fill the inner ones.']);
    expect(body).toMatch(/^- Delta: a plain .*\n- Meander: a bend .*\n- Slow rivers/m);
  });

  it('stays if a note refers back to it', async () => {
    const body = await bodyOf(glossary, 'A meander is a bend of a slow river. It wanders downstream because the outer bank is worn away.');
    expect(body).toMatch(/^- Meander: a bend of a slow river\n {2}- It wanders downstream because/m);
  });
});

it('strips the dashes that an author typed before lines', async () => {
  const bullets = [
    '- Deltas form where rivers drop sediment in still water',
    '–Oxbow lakes are meanders that a river has left',
    'At -5 degrees the upper reaches freeze',
    '-ve charges of clay hold nutrients in the flood plain',
    '-OH groups make the clay take up water',
  ];
  const { markdownContent } = await engine.guide(slideOf(bullets, 'Rivers carry sediment to the sea.'), {});
  expect(markdownContent).toMatch(/^- Deltas form/m);
  expect(markdownContent).toMatch(/^- Oxbow lakes are/m);
  expect(markdownContent).toContain('At -5 degrees');
  expect(markdownContent).toContain('-ve charges');
  expect(markdownContent).toContain('-OH groups');
});

it('asks three review questions about a short text with three facts', async () => {
  const markdown = await guideOf(
    '# Soil\n\nHumus: the dark part of the soil that decayed plants leave behind.\n\nLoam: a soil in which sand, silt and clay are balanced.\n\nLeaching: the loss of minerals that rain washes downwards.',
  );
  expect(markdown.match(/\?\**(?=\s|$)/gm)?.length).toBeGreaterThanOrEqual(3);
});
