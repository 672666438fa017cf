const nouns =
  'artery vein valve ventricle atrium kidney liver lung nerve muscle tendon gland cortex axon dendrite membrane receptor hormone enzyme protein'.split(
    ' ',
  );
const verbs = 'carries regulates stimulates filters absorbs releases protects contains limits supports'.split(' ');
const word = (list: readonly string[], index: number): string => list[index % list.length] ?? '';

/** Distinct words of no language. */
const strange = (index: number): string =>
  Array.from({ length: 7 }, (_, place) =>
    String.fromCharCode(97 + ((index * 7 + place * place * 5 + Math.floor(index / 26 ** (place % 4))) % 26)),
  ).join('');

const lines = (size: number, line: (index: number) => string, between = '\n'): string => {
  const made: string[] = [];
  let length = 0;
  for (let index = 0; length < size; index += 1) {
    const one = line(index) + between;
    made.push(one);
    length += one.length;
  }
  return made.join('').slice(0, size);
};

const repeated = (piece: string) => (size: number) => piece.repeat(Math.ceil(size / piece.length)).slice(0, size);

const sentence = (index: number): string =>
  `The ${word(nouns, index)} of type ${index} ${word(verbs, index * 3)} the ${word(nouns, index * 7 + 3)} and the ${word(nouns, index * 11 + 5)} of the body.`;

const marks: Record<string, string> = {
  pictures: '![',
  brackets: '[',
  'links that never close': '[a](',
  'empty links': '[](#)',
  anchors: '<a',
  'anchors that never close': '<a href=',
  comments: '<!--',
  'halves of addresses': 'a@',
  'addresses that never end': 'a@a.',
  'marks of bold text': '**',
  'bold letters': '**a',
  underscores: '_',
  'underscored letters': ' _a',
  stars: '*',
  'starred letters': ' *a',
  backticks: '`',
  fences: '```\n',
  'open brackets': '(',
  'closed brackets': ')',
  'brackets around brackets': '((a)',
  quotes: '"',
  'opened quotes': '“',
  'lower quotes': '„',
  apostrophes: "'",
  'single quotes': '‘abc',
  guillemets: '«',
  'corner quotes': '「',
  spaces: ' ',
  'spaces after a letter': 'a                                        ',
  newlines: '\n',
  'returns and newlines': '\r\n',
  tabs: '\t',
  'tabs and letters': 'a\t',
  bars: '|',
  'bars and spaces': ' | ',
  'cells of a letter': 'a | b | ',
  dividers: '|---',
  digits: '7',
  'digits and commas': '1,',
  'digits and points': '1.',
  'grouped digits': '1,000',
  'numbers and percents': '7 %',
  'ordered points': '1. ',
  'points of a list': '- ',
  'points a line': '- a\n',
  'ordered points a line': '1. a\n',
  headings: '# ',
  'headings a line': '# A\n',
  'headings of every depth': '# A\n## B\n### C\n',
  colons: ':',
  'terms and colons': 'a: ',
  'terms a line': 'Aa: bb cc dd\n',
  commas: ',',
  'lists with commas': 'a, ',
  semicolons: ';',
  points: '.',
  'points and spaces': '. ',
  'question marks': 'a? ',
  dashes: '-',
  'dashes between letters': 'a-',
  'long dashes': 'a – ',
  capitals: 'A',
  initials: 'A. ',
  'capitals and spaces': 'A ',
  'names in a row': 'Ab ',
  'parties of a case': 'Ab v Ab ',
  acronyms: '(AB)',
  'acronyms spelled out': 'AB stands for Ab Ab ',
  footnotes: 'a[1]',
  'raised digits': 'a¹',
  'lower digits': 'a₂',
  'raised commas': 'aaa¹,',
  slashes: '/',
  addresses: 'http://',
  'mail that is none': 'a@a ',
  ampersands: '&',
  entities: '&amp;',
  'less than': '<',
  'greater than': '>',
  braces: '{',
  'double braces': '{{a',
  'gaps of a cloze': '__a',
  hashes: '#',
  backslashes: '\\',
  tildes: '~',
  dollars: '$',
  equals: '=',
  'percent signs': '%',
  'zero-width spaces': '\u200b',
  'soft hyphens': 'a\u00ad',
  'combining marks': 'a\u0301\u0302\u0303',
  'marks in no order': '\u0301\u0316',
  surrogates: '\ud83d',
  emoji: '😀',
  'ligatures that grow': '\ufdfa',
  Chinese: '心脏是推动血液流动的器官。',
  'Chinese without an end': '心',
  Korean: '심장은 온몸에 피를 보내는 기관이다. ',
  'Korean terms': '심장: 온몸에 피를 보내는 기관\n',
  Arabic: 'القلب يضخ الدم في الجسم. ',
  Thai: 'หัวใจสูบฉีดเลือด',
  'because after because': 'because ',
  'is after is': 'is ',
  'of after of': 'of ',
  'and after and': 'and ',
  'the after the': 'the ',
  'ignore after ignore': 'ignore ',
  'except after except': 'except',
  letters: 'a',
  words: 'word ',
  'short sentences': 'It is. ',
  'one sentence over and over': 'The heart is a pump that moves blood through the body. ',
  'one line over and over': 'The heart is a pump that moves blood through the body.\n',
};

const made: Record<string, (size: number) => string> = {
  'one long sentence': (size) => lines(size, (index) => word(nouns, index * 3 + Math.floor(index / 7)), ' '),
  'one long sentence of strange words': (size) => lines(size, strange, ' '),
  'sentences that differ in a number': (size) =>
    lines(size, (index) => `The valve of type ${index} lets blood flow in one direction.`, ' '),
  'lines that differ in a number': (size) => lines(size, (index) => `The valve of type ${index} lets blood flow in one direction.`),
  'points that differ in a number': (size) => lines(size, (index) => `- The valve of type ${index} lets blood flow in one direction`),
  'sentences of shared words': (size) => lines(size, sentence, ' '),
  'lines of shared words': (size) => lines(size, sentence),
  'lines of strange words': (size) =>
    lines(size, (index) => `The ${strange(index)} is a ${strange(index + 1)} that ${strange(index + 2)}s a ${strange(index + 3)}.`),
  'definitions of strange words': (size) =>
    lines(size, (index) => `- ${strange(index)}: a ${strange(index * 3)} that ${word(verbs, index)} the ${strange(index * 5)} of a cell`),
  'definitions of numbered words': (size) => lines(size, (index) => `Valve ${index}: a flap that lets blood flow in direction ${index}`),
  'a table that compares two things': (size) =>
    `| Item | Open ${word(nouns, 0)} | Closed ${word(nouns, 0)} |\n| --- | --- | --- |\n${lines(
      size - 60,
      (index) =>
        `| Part ${strange(index)} | moves with the ${strange(index + 1)} of a cell | rests with the ${strange(index + 2)} of a cell |`,
    )}`,
  'headings that return': (size) =>
    lines(
      size,
      (index) =>
        `${index % 3 === 0 ? '' : '- '}${index % 3 === 0 ? 'Sampling method:' : `the ${strange(index)} of a cell needs the ${strange(index * 3)} of a valve`}`,
    ),
  reasons: (size) =>
    lines(
      size,
      (index) =>
        `The ${word(nouns, index)} ${strange(index)} grows because the ${word(nouns, index + 1)} needs more blood and ${strange(index + 2)}.`,
    ),
  rules: (size) =>
    lines(
      size,
      (index) =>
        `If the ${word(nouns, index)} is full of ${strange(index)}, the ${word(nouns, index + 1)} opens the ${strange(index + 2)}.`,
    ),
  'questions of a text': (size) => lines(size, (index) => `What is the ${strange(index)} of the ${word(nouns, index)}?`),
  'names within sentences': (size) =>
    lines(
      size,
      (index) =>
        `The method of ${strange(index).replace(/^./, (letter) => letter.toUpperCase())} measures the flow of the ${word(nouns, index)}.`,
    ),
  'headings and a line each': (size) => lines(size, (index) => `# Unit ${index}\n\n${sentence(index)}\n`),
  'one heading over and over': (size) => lines(size, (index) => `# The heart\n\n${sentence(index)}\n`),
  'a list without an end': (size) =>
    `Signs of heart failure are:\n${lines(size, (index) => `- ${strange(index)} of the ${word(nouns, index)}`)}`.slice(0, size),
  'lists of three': (size) =>
    lines(size, (index) => `Signs of ${strange(index)} are:\n- ${strange(index + 1)}\n- ${strange(index + 2)}\n- ${strange(index + 3)}\n`),
  'a list in a list in a list': (size) => lines(size, (index) => `${'  '.repeat(index % 9)}- ${strange(index)}`),
  'a table of many rows': (size) =>
    `| Name | Kind | Route |\n|---|---|---|\n${lines(size, (index) => `| ${strange(index)} | ${strange(index * 3)} drug | by ${word(nouns, index)} |`)}`.slice(
      0,
      size,
    ),
  'a table of one row': (size) => lines(size, strange, ' | '),
  'many tables': (size) =>
    lines(size, (index) => `| Name | Kind ${index} |\n|---|---|\n| ${strange(index)} | a |\n| ${strange(index + 1)} | b |\n`),
  'one table over and over': (size) =>
    lines(size, () => '| Name | Kind |\n|---|---|\n| Digoxin | Glycoside |\n| Furosemide | Diuretic |\n| Lisinopril | Inhibitor |\n'),
  'tabs and rows': (size) => lines(size, (index) => `${strange(index)}\t${strange(index * 3)}\t${index}`),
  'bits of paper titles': (size) =>
    lines(size, (index) => `Smith, J. A. (${1900 + (index % 99)}). On the ${strange(index)} of ${word(nouns, index)}. Vol. ${index}.`),
  'all sorts': (size) =>
    lines(
      size,
      (index) =>
        [sentence(index), `# ${strange(index)}`, '', `- ${strange(index)}: ${sentence(index)}`, '**a** _b_ [c](d) ![e](f) <b>g</b>'][
          index % 5
        ] ?? '',
    ),
};

/**
 * Texts that cause superlinear work in careless code, by name; each function creates its text in any size. Examples: a million opening
 * marks, near-duplicate sentences, endless lists and tables.
 */
export const hostileTexts: Readonly<Record<string, (size: number) => string>> = {
  ...Object.fromEntries(Object.entries(marks).map(([name, piece]) => [name, repeated(piece)])),
  ...made,
};
