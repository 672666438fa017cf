import { cleanText } from './cleanText.ts';
import { readXml } from './xml.ts';

/** What a chart shows: its titles, and its numbers as a table with the series in the header. */
export interface ChartContent {
  captions: string[];
  rows: string[][];
}

interface Series {
  name: string;
  categories: Map<number, string>;
  values: Map<number, string>;
}

/** The most points of one chart that are read; beyond this it is a data set, not something to learn. */
const mostPoints = 500;

const excelDayZero = Date.UTC(1899, 11, 30);

/** Writes a stored number as the chart shows it: percentages and dates by their format, others without binary noise. */
function showNumber(raw: string, format: string): string {
  const value = Number(raw);
  if (raw.trim() === '' || !Number.isFinite(value)) return raw;
  if (format.includes('%')) return `${String(Number((value * 100).toFixed(2)))}%`;
  if (/yy/i.test(format) && value > 0 && value < 200_000)
    return new Date(excelDayZero + Math.round(value) * 86_400_000).toISOString().slice(0, 10);
  return String(Number(value.toPrecision(12)));
}

/** Reads a chart part (`c:chartSpace`). */
export function readChart(bytes: Uint8Array): ChartContent {
  const captions: string[] = [];
  const series: Series[] = [];
  const path: string[] = [];
  let caption = '';
  let text = '';
  let format = '';
  let index = 0;
  const within = (name: string): boolean => path.includes(name);

  function takePoint(current: Series): void {
    const value = cleanText(text);
    if (value === '') return;
    if (within('tx')) current.name = current.name === '' ? value : `${current.name} ${value}`;
    else if (within('cat') || within('xVal')) {
      // Levels of a category stand from the inner to the outer one.
      const inner = current.categories.get(index);
      const shown = within('numCache') || within('numLit') ? showNumber(value, format) : value;
      if (current.categories.size < mostPoints) current.categories.set(index, inner === undefined ? shown : `${shown} ${inner}`);
    } else if (within('val') || within('yVal')) {
      if (current.values.size < mostPoints) current.values.set(index, showNumber(value, format));
    }
  }

  readXml(bytes, {
    open: (element) => {
      path.push(element.name);
      text = '';
      if (element.name === 'ser') series.push({ name: '', categories: new Map(), values: new Map() });
      if (element.name === 'title') caption = '';
      if (element.name === 'numCache' || element.name === 'numLit') format = '';
      if (element.name === 'pt') index = Number(element.attribute('idx') ?? '0') || 0;
    },
    text: (chunk) => {
      text += chunk;
    },
    close: (name) => {
      const current = series.at(-1);
      if (name === 'formatCode') format = text;
      else if (name === 'v' && within('ser') && current && !within('dLbls')) takePoint(current);
      else if ((name === 't' || name === 'v') && within('title')) caption += text;
      else if (name === 'p' && within('title')) caption += ' ';
      else if (name === 'title' && cleanText(caption) !== '') captions.push(cleanText(caption));
      path.pop();
      text = '';
    },
  });

  return { captions, rows: rowsOf(series) };
}

function rowsOf(series: Series[]): string[][] {
  const indexes = [...new Set(series.flatMap((one) => [...one.categories.keys(), ...one.values.keys()]))].sort(
    (left, right) => left - right,
  );
  if (indexes.length === 0) return [];
  const header = ['', ...series.map((one, number) => (one.name === '' ? `Series ${number + 1}` : one.name))];
  const shared = series[0]?.categories ?? new Map<number, string>();
  return [header, ...indexes.map((index) => [shared.get(index) ?? String(index + 1), ...series.map((one) => one.values.get(index) ?? '')])];
}
