import { compatible } from '../text/characters.ts';
import { memoiseByText } from '../text/memoise.ts';

const numberWords = new Map<string, number>([
  ...'two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'
    .split(' ')
    .map((word, index): [string, number] => [word, index + 2]),
  ...'thirty forty fifty sixty seventy eighty ninety'.split(' ').map((word, index): [string, number] => [word, (index + 3) * 10]),
  ['twice', 2],
  ['double', 2],
  ['both', 2],
  ['pair', 2],
  ['half', 0.5],
  ['triple', 3],
  ['dozen', 12],
  ['hundred', 100],
  ['thousand', 1_000],
]);
const vague = new Set(['twice', 'double', 'both', 'pair', 'half', 'triple', 'dozen', 'hundred', 'thousand']);

/** A number with the unit that follows it. */
export interface Quantity {
  /** Without thousands separators, so that "1,000" equals "1000". */
  value: string;
  /** Normalised, such as `mg` for "milligrams"; `undefined` if no known unit follows. */
  unit: string | undefined;
}

const units: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '%': 'percent per-cent',
    kg: 'kilogram kilograms kilogramme kilogrammes kilo kilos',
    g: 'gram grams gramme grammes gm',
    mg: 'milligram milligrams',
    mcg: 'μg µg ug microgram micrograms',
    ml: 'milliliter milliliters millilitre millilitres cc',
    l: 'liter liters litre litres',
    mmhg: '',
    mm: 'millimeter millimeters millimetre millimetres',
    cm: 'centimeter centimeters centimetre centimetres',
    m: 'meter meters metre metres',
    km: 'kilometer kilometers kilometre kilometres',
    nm: 'nanometer nanometers',
    mi: 'mile miles',
    s: 'sec secs second seconds',
    ms: 'millisecond milliseconds',
    min: 'mins minute minutes',
    h: 'hr hrs hour hours',
    d: 'day days',
    week: 'weeks',
    month: 'months',
    y: 'yr yrs year years',
    kcal: 'kilocalorie kilocalories',
    cal: 'calorie calories',
    j: 'joule joules',
    kj: 'kilojoule kilojoules',
    hz: 'hertz',
    khz: '',
    mhz: '',
    ghz: '',
    kb: 'kilobyte kilobytes',
    mb: 'megabyte megabytes',
    gb: 'gigabyte gigabytes',
    tb: 'terabyte terabytes',
    v: 'volt volts',
    w: 'watt watts',
    kw: 'kilowatt kilowatts',
    a: 'ampere amperes amps',
    k: 'kelvin',
    '°c': 'celsius',
    '°f': 'fahrenheit',
    million: 'millions',
    billion: 'billions',
    mmol: 'millimoles',
    mol: 'moles',
    bar: '',
    pa: 'pascal pascals',
    n: 'newton newtons',
  }).flatMap(([unit, others]) => [unit, ...others.split(' ')].filter(Boolean).map((name): [string, string] => [name, unit])),
);

const raised = /[⁰¹²³⁴-⁹₀-₉⁺⁻]/u;
/**
 * Prepares a text for reading numbers. Raised and lowered digits are exponents, indices and reference marks, not part of the number before
 * them: "7.²" is 7. Other numeric characters, such as "½" and "①", are separated from adjacent digits.
 */
const plain = memoiseByText((text): string =>
  compatible(text.replace(/[\p{No}⁺⁻]/gu, (character) => (raised.test(character) ? ' ' : ` ${compatible(character)} `))).replace(
    /\^[\d+−-]+/g,
    ' ',
  ),
);

/** The numbers of a text in digits. Digits inside words, such as "FADH2" or "CO2", are parts of names. */
export const figuresOf = memoiseByText((text): readonly Quantity[] => {
  const found: Quantity[] = [];
  for (const match of plain(text).matchAll(
    /(?<![\p{L}\d])(?<![\p{L}\d][.,])(\d+(?:[.,\u202f\u00a0’']\d+)*)\s?-?(%|°\s?[CF]|µg|\p{L}+)?/gu,
  )) {
    const unit = match[2] === undefined ? undefined : units.get(match[2].toLowerCase().replace(/\s/g, ''));
    found.push({ value: valueOf(match[1] ?? ''), unit });
  }
  return found;
});

const numberWord = new RegExp(`(?<!\\p{L})(?:${[...numberWords.keys()].join('|')})(?!\\p{L})`, 'gu');
/** The number words of a text. Most texts have none. */
const numberWordsIn = memoiseByText((text): readonly string[] => plain(text).toLowerCase().match(numberWord) ?? []);

/** Exact number words. "One" only counts after tens, because elsewhere it mostly means a person or thing. */
const countingWords = new Map([...numberWords].filter(([word]) => !vague.has(word)));
const alternativesOf = (isMeant: (value: number) => boolean): string =>
  [...countingWords].flatMap(([word, value]) => (isMeant(value) ? [word] : [])).join('|');
/** Matches "five" or "twenty-five", and captures the next word, which may be a unit. */
const countedInWords = new RegExp(
  `(?<!\\p{L})(?:(${alternativesOf((value) => value >= 20)})[\\s-]+(one|${alternativesOf((value) => value < 10)})|(${alternativesOf(() => true)}))(?!\\p{L})(?=(?:[\\s-]+(\\p{L}+|%))?)`,
  'gu',
);

/** The numbers of a text, in digits or words. */
export const quantitiesOf = memoiseByText((text): readonly Quantity[] => {
  if (numberWordsIn(text).length === 0) return figuresOf(text);
  const found = [...figuresOf(text)];
  for (const [, tens, ones, alone, next] of plain(text).toLowerCase().matchAll(countedInWords)) {
    const value =
      tens === undefined ? countingWords.get(alone ?? '') : (countingWords.get(tens) ?? 0) + (countingWords.get(ones ?? '') ?? 1);
    found.push({ value: String(value), unit: next !== undefined && next.length > 2 ? units.get(next) : undefined });
  }
  return found;
});

/** Normalises a number: "1,000" and "1 000" become 1000, "0,5" becomes 0.5 and "1.50" becomes 1.5. */
function valueOf(written: string): string {
  const unspaced = written.replace(/[\u202f\u00a0’']/g, '');
  // A single point before three digits is a decimal point in English and a separator elsewhere. In "0.125" it is always a decimal point.
  const isDecimal = unspaced.startsWith('0') || (unspaced.match(/[.,]/g)?.length ?? 0) < 2;
  const joined = unspaced.replace(/[.,](?=\d{3}(?:\D|$))/g, (mark) => (mark === '.' && isDecimal ? '.' : ''));
  const decimal = joined.replace(/,(?=\d{1,2}$)/, '.').replaceAll(',', '');
  return decimal.includes('.') && decimal.indexOf('.') === decimal.lastIndexOf('.')
    ? decimal.replace(/(?<!0)0+$/, '').replace(/\.$/, '')
    : decimal;
}

/** Every number that a text may mean, including vague words such as "twice" and "half", and digits inside names. */
export const valuesOf = memoiseByText((text): ReadonlySet<string> => {
  const values = new Set(quantitiesOf(text).map(({ value }) => value));
  for (const word of numberWordsIn(text)) values.add(String(numberWords.get(word)));
  // Digits inside names may be repeated, but are not claims.
  for (const digits of plain(text).match(/\d+(?:[.,]\d+)*/g) ?? []) values.add(valueOf(digits));
  return values;
});

/** The units of each number in a text. */
export type UnitsByValue = ReadonlyMap<string, ReadonlySet<string | undefined>>;

export const unitsByValue = memoiseByText((text): UnitsByValue => {
  const units = new Map<string, Set<string | undefined>>();
  for (const { value, unit } of quantitiesOf(text)) units.set(value, (units.get(value) ?? new Set()).add(unit));
  return units;
});

/** Whether a number with a unit, in digits, is missing from the context and has this unit in none of `others`. */
export function hasOtherUnit(text: string, context: () => string, others: () => readonly UnitsByValue[]): boolean {
  const measured = figuresOf(text).filter(({ unit }) => unit !== undefined);
  if (measured.length === 0) return false;
  const known = valuesOf(context());
  const unknown = measured.filter(({ value }) => !known.has(value));
  if (unknown.length === 0) return false;
  const all = others();
  return unknown.some(({ value, unit }) => !all.some((units) => units.get(value)?.has(unit)));
}

/** Formats a number with at most this many decimals. */
const rounded = (value: number, digits: number): string => String(Number(value.toFixed(digits)));

/** The difference and the ratios of two numbers. Sums and products would match too many numbers by chance. */
const calculated = (one: number, other: number): number[] => [
  Math.abs(one - other),
  ...(other === 0 ? [] : [one / other]),
  ...(one === 0 ? [] : [other / one]),
];

/** A case has few numbers; a table has more. */
const maxGivenNumbers = 12;

/**
 * Returns a test for numbers that can be calculated from two numbers of a text, such as a rate per hour from "180 mL in 6 hours". Decimals
 * may take two steps.
 */
export function calculableFrom(text: string): (value: string) => boolean {
  const given = [...valuesOf(text)].map(Number).filter(Number.isFinite).slice(0, maxGivenNumbers);
  const once = given.flatMap((one, index) => given.slice(index + 1).flatMap((other) => calculated(one, other)));
  return (value) => {
    const digits = /\.(\d+)$/.exec(value)?.[1]?.length ?? 0;
    const isOf = (results: readonly number[]): boolean => results.some((result) => rounded(result, digits) === value);
    return isOf(once) || (digits > 0 && once.some((one) => given.some((other) => isOf(calculated(one, other)))));
  };
}

/** The first number of a claim that is missing from the context, or has another unit there. */
export function inventedQuantity(claim: string, context: string): Quantity | undefined {
  const values = valuesOf(context);
  const known = unitsByValue(context);
  return quantitiesOf(claim).find(({ value, unit }) => {
    if (!values.has(value)) return true;
    if (unit === undefined) return false;
    const units = known.get(value);
    return units !== undefined && !units.has(undefined) && !units.has(unit);
  });
}
