import { cleanText } from '../text/cleanText.ts';
import { readXml, type Part, type XmlElement, type XmlReader } from '../ooxml/xml.ts';

/** Titles, labels, and numbers as tables with the series in the header. */
export interface ChartContent {
  captions: string[];
  /** One per set of series with the same categories. */
  tables: string[][][];
}

/** Texts or numbers by index. Categories may have several levels, innermost first. */
type Points = Map<number, string>;

interface Series {
  name: string;
  levels: Points[];
  values: Points;
}

/** Maximum points per series. More is a data set, not something to learn. */
const mostPoints = 500;
const mostSeries = 100;
const mostLevels = 10;
/** Maximum letters of a category. Outer ones are repeated for each inner one, in each series. */
const longestCategory = 1_000;

const excelDayZero = Date.UTC(1899, 11, 30);

/** Formats a stored number like the chart: percentages and dates by their format, others without binary noise. */
function showNumber(raw: string, format: string): string {
  const value = Number(raw);
  if (raw.trim() === '' || !Number.isFinite(value)) return raw;
  if (format.includes('%')) return `${String(Number((value * 100).toFixed(2)))}%`;
  if (/yy/i.test(format) && value > 0 && value < 200_000)
    return new Date(excelDayZero + Math.round(value) * 86_400_000).toISOString().slice(0, 10);
  return String(Number(value.toPrecision(12)));
}

/** Reads a chart (`c:chartSpace`, or `cx:chartSpace` for newer kinds such as waterfalls). */
class ChartReading implements XmlReader {
  readonly captions: string[] = [];
  readonly series: Series[] = [];
  /** Shared data of newer charts by id. */
  readonly data = new Map<string, Series>();
  private readonly path: string[] = [];
  private current: Series | undefined;
  private caption = '';
  private content = '';
  private format = '';
  private index = 0;
  private skipped = 0;

  open(element: XmlElement): void {
    const { name } = element;
    this.path.push(name);
    this.content = '';
    // Extensions repeat other content, and keep series that were filtered out.
    if (this.within('extLst')) return;
    switch (name) {
      case 'ser':
      case 'series':
        this.current = { name: '', levels: [], values: new Map() };
        if (this.series.length < mostSeries) this.series.push(this.current);
        break;
      case 'data':
        this.current = { name: '', levels: [], values: new Map() };
        this.data.set(element.attribute('id') ?? '', this.current);
        break;
      case 'dataId': {
        const shared = this.data.get(element.attribute('val') ?? '');
        if (shared && this.current) Object.assign(this.current, { levels: shared.levels, values: shared.values });
        break;
      }
      case 'title':
      case 'rich':
        this.caption = '';
        break;
      case 'numCache':
      case 'numLit':
        this.format = '';
        break;
      case 'lvl':
        this.format = element.attribute('formatCode') ?? '';
        if (this.current && this.within('cat', 'strDim')) this.current.levels.push(new Map());
        break;
      case 'pt':
        this.index = Number(element.attribute('idx') ?? '0') || 0;
        break;
      case 'fld':
        // A field shows a value that is read where it is stored.
        this.skipped += 1;
        break;
      default:
    }
  }

  text(text: string): void {
    this.content += text;
  }

  close(name: string): void {
    if (!this.within('extLst')) this.closeKnown(name);
    this.path.pop();
    this.content = '';
  }

  private closeKnown(name: string): void {
    switch (name) {
      case 'formatCode':
        this.format = this.content;
        break;
      case 'v':
        if (this.within('title')) this.caption += this.content;
        else if (!this.within('dLbls', 'dataLabels')) this.takePoint();
        break;
      case 'pt':
        // Newer charts store texts and numbers in `pt` itself.
        if (this.within('strDim', 'numDim')) this.takePoint();
        break;
      case 't':
        if (this.skipped === 0 && this.within('title', 'rich')) this.caption += this.content;
        break;
      case 'p':
        this.caption += ' ';
        break;
      case 'title':
      case 'rich':
        this.takeCaption();
        break;
      case 'fld':
        this.skipped -= 1;
        break;
      default:
    }
  }

  private within(...names: string[]): boolean {
    return names.some((name) => this.path.includes(name));
  }

  private takeCaption(): void {
    const caption = cleanText(this.caption);
    if (caption !== '') this.captions.push(caption);
    this.caption = '';
  }

  private takePoint(): void {
    const value = cleanText(this.content);
    const { current } = this;
    if (value === '' || !current) return;
    if (this.within('tx')) current.name = current.name === '' ? value : `${current.name} ${value}`;
    else if (this.within('cat', 'xVal', 'strDim')) {
      let level = current.levels.at(-1);
      if (!level) current.levels.push((level = new Map()));
      if (level.size < mostPoints) level.set(this.index, this.within('numCache', 'numLit') ? showNumber(value, this.format) : value);
    } else if (this.within('val', 'yVal', 'numDim') && current.values.size < mostPoints)
      current.values.set(this.index, showNumber(value, this.format));
  }
}

/** Builds one text per category. An outer level's text is only written before its first inner category. */
function categoriesOf(levels: Points[]): Points {
  const categories: Points = new Map();
  const outer = levels.slice(1, mostLevels).reverse();
  const running = outer.map(() => '');
  for (const [index, text] of [...(levels[0] ?? [])].sort(([left], [right]) => left - right)) {
    outer.forEach((level, position) => {
      running[position] = level.get(index)?.slice(0, longestCategory) ?? running[position] ?? '';
    });
    categories.set(index, [...running, text].filter((part) => part !== '').join(' '));
  }
  return categories;
}

const sameCategories = (left: Points, right: Points): boolean =>
  right.size === 0 || (left.size === right.size && [...right].every(([index, text]) => left.get(index) === text));

function tableOf(categories: Points, group: Series[]): string[][] {
  const indexes = [...new Set([...categories.keys(), ...group.flatMap(({ values }) => [...values.keys()])])].sort(
    (left, right) => left - right,
  );
  if (indexes.length === 0) return [];
  return [
    ['', ...group.map(({ name }) => name)],
    ...indexes.map((index) => [categories.get(index) ?? String(index + 1), ...group.map(({ values }) => values.get(index) ?? '')]),
  ];
}

/** Series with the same categories share a table, such as columns with a line over them. Each scatter series has its own. */
function tablesOf(series: Series[]): string[][][] {
  const groups: { categories: Points; series: Series[] }[] = [];
  series.forEach((one, number) => {
    const named = one.name === '' ? { ...one, name: `Series ${number + 1}` } : one;
    const categories = categoriesOf(one.levels);
    const group = groups.find((known) => sameCategories(known.categories, categories));
    if (group) group.series.push(named);
    else groups.push({ categories, series: [named] });
  });
  return groups.map((group) => tableOf(group.categories, group.series)).filter((rows) => rows.length > 0);
}

export function readChart(part: Part): ChartContent {
  const reading = new ChartReading();
  readXml(part, reading);
  return { captions: reading.captions, tables: tablesOf(reading.series) };
}
