import type { TextEncodingName } from '@lectern/contracts';
import { decodeText } from './decodeText.ts';
import { decodeUnicode } from './decodeUnicode.ts';

const decodeOne = (bytes: number[], encoding: string): string | undefined => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(new Uint8Array(bytes));
  } catch {
    return undefined;
  }
};
const everyByte = Array.from({ length: 256 }, (_, byte) => byte);
const pairs = everyByte.slice(0x81).flatMap((first) => everyByte.slice(0x40).map((second) => [first, second]));

/** Bytes of each character of an encoding. Node can only decode it. */
const tableOf = (encoding: string): Map<string, number[]> => {
  const table = new Map<string, number[]>();
  for (const bytes of [...everyByte.map((byte) => [byte]), ...pairs]) {
    const text = decodeOne(bytes, encoding);
    if (text !== undefined && [...text].length === 1 && !table.has(text)) table.set(text, bytes);
  }
  return table;
};
const tables = new Map<string, Map<string, number[]>>();
const encode = (text: string, encoding: TextEncodingName): Uint8Array => {
  const table = tables.get(encoding) ?? tableOf(encoding);
  tables.set(encoding, table);
  return new Uint8Array(
    [...text].flatMap((character) => {
      const bytes = table.get(character);
      if (!bytes) throw new Error(`${character} is not in ${encoding}`);
      return bytes;
    }),
  );
};

/** Short tables such as spreadsheets save. */
const tablesOf: [TextEncodingName[], string[]][] = [
  [
    ['windows-1251', 'koi8-r', 'iso-8859-5'],
    ['сердце;heart\nлёгкое;lung', 'Где сердце?;В груди\nЧто такое клетка?;Основа жизни'],
  ],
  [
    ['windows-1251', 'koi8-u'],
    ['серце;heart\nлегені;lungs', 'Де серце?;У грудях\nщо їсть їжак?;яблука'],
  ],
  [
    ['windows-1253', 'iso-8859-7'],
    ['καρδιά;heart\nπνεύμονας;lung', 'Πού είναι η καρδιά;Στο στήθος\nήπαρ;liver'],
  ],
  [['windows-1255'], ['לב;heart\nריאה;lung', 'איפה הלב?;בחזה\nכבד;liver']],
  [['windows-1256'], ['قلب;heart\nرئة;lung', 'أين القلب؟;في الصدر\nكبد;liver']],
  [['windows-1254'], ['kalp;heart\nakciğer;lung\nböbrek;kidney', 'Kalp nerede?;Göğüs boşluğunda\nkaraciğer;liver']],
  [
    ['windows-1250', 'iso-8859-2'],
    ['serce;heart\npłuco;lung\nwątroba;liver', 'Gdzie leży serce?;W klatce piersiowej\nżołądek;stomach'],
  ],
  [
    ['windows-1250', 'iso-8859-2'],
    ['szív;heart\ntüdő;lung', 'Hol van a szív?;A mellkasban\nbőr;skin'],
  ],
  [
    ['windows-1252', 'iso-8859-15'],
    ['cœur;heart\npoumon;lung', 'Où est le cœur ?;Dans la cage thoracique\nœil;eye'],
  ],
  [['windows-1252'], ['Herz;heart\nFüße;feet', 'Wo liegt das Herz?;In der Brusthöhle\nMuskel;größer']],
  [['windows-1257'], ['širdis;heart\nplaučiai;lung', 'Kur yra širdis?;Krūtinės ląstoje\ninkstas;kidney']],
  [['windows-874'], ['หัวใจ;heart\nปอด;lung', 'หัวใจอยู่ที่ไหน;ในทรวงอก\nตับ;liver']],
  [['gb18030'], ['心脏;heart\n肺;lung', '心脏在哪里？;在胸腔里\n肝;liver']],
  [['big5'], ['心臟;heart\n肺;lung', '心臟在哪裡？;在胸腔裡\n肝臟;liver']],
  [
    ['shift_jis', 'euc-jp'],
    ['心臓;heart\n肺;lung', '心臓はどこにありますか。;胸の中\n肝臓;liver'],
  ],
  [['euc-kr'], ['심장;heart\n폐;lung', '심장은 어디에 있습니까?;가슴 속\n간;liver']],
];
const cases = tablesOf.flatMap(([encodings, texts]) => encodings.flatMap((encoding) => texts.map((text) => [encoding, text] as const)));

test.each(cases)('%s: %j is decoded, or marked as uncertain', async (encoding, text) => {
  const found = await decodeText(encode(text, encoding));
  if (found.isCertain) expect(found.text).toBe(text);
  expect(await decodeText(encode(text, encoding), encoding)).toEqual({ text, encoding, isCertain: true });
});

test('decodes sentences of most of these languages, and two Russian words', async () => {
  let right = 0;
  const sentences = tablesOf.flatMap(([encodings, texts]) => encodings.map((encoding) => [encoding, texts[1] ?? ''] as const));
  for (const [encoding, text] of sentences) if ((await decodeText(encode(text, encoding))).text === text) right += 1;
  expect(right).toBeGreaterThanOrEqual(sentences.length - 2);
  const words = tablesOf[0]?.[1][0] ?? '';
  for (const encoding of ['windows-1251', 'koi8-r', 'iso-8859-5'] as const)
    expect(await decodeText(encode(words, encoding))).toMatchObject({ text: words, encoding });
});

test('decodes a long text with a late first letter and a sample that ends within a character', async () => {
  const text = `${'plain;ascii\n'.repeat(20_000)}${'心臓はどこにありますか。;胸の中\n'.repeat(3_001)}`;
  expect(await decodeText(encode(text, 'shift_jis'))).toEqual({ text, encoding: 'shift_jis', isCertain: true });
});

test.each(['utf16le', 'utf-16be'])('decodes %s without a byte order mark, even for letters with zero bytes', async (order) => {
  for (const text of ['a,b\nc,d\n', 'сердце;heart\r\n', '一;one\n心;heart\n', '一\t二\n']) {
    const little = Buffer.from(text, 'utf16le');
    const bytes = order === 'utf16le' ? little : Buffer.from(little).swap16();
    expect(await decodeText(bytes)).toMatchObject({ text, isCertain: true });
  }
});

test('is certain of UTF-8 with or without a byte order mark; a cut file may end within a character', async () => {
  const bytes = new TextEncoder().encode('\uFEFFсердце;♥');
  expect(await decodeText(bytes)).toEqual({ text: 'сердце;♥', encoding: 'utf-8', isCertain: true });
  expect(decodeUnicode(bytes.subarray(0, bytes.length - 1))).toBeUndefined();
  expect(decodeUnicode(bytes.subarray(0, bytes.length - 1), true)?.text).toBe('сердце;');
});
