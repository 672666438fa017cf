import { readChart } from './readChart.ts';

const chart = (inner: string): ReturnType<typeof readChart> =>
  readChart({
    bytes: new TextEncoder().encode(`<c:chartSpace xmlns:c="c" xmlns:cx="x" xmlns:a="a"><c:chart>${inner}</c:chart></c:chartSpace>`),
    spend: () => undefined,
  });
const points = (values: (string | undefined)[]): string =>
  values.map((value, index) => (value === undefined ? '' : `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`)).join('');
const named = (name: string): string => `<c:tx><c:strRef><c:strCache>${points([name])}</c:strCache></c:strRef></c:tx>`;
const categories = (values: string[]): string => `<c:cat><c:strRef><c:strCache>${points(values)}</c:strCache></c:strRef></c:cat>`;
const numbers = (name: 'val' | 'xVal' | 'yVal', values: string[], format = 'General'): string =>
  `<c:${name}><c:numRef><c:numCache><c:formatCode>${format}</c:formatCode>${points(values)}</c:numCache></c:numRef></c:${name}>`;
const rich = (text: string): string => `<c:tx><c:rich><a:p><a:r><a:t>${text}</a:t></a:r></a:p></c:rich></c:tx>`;

it('joins levels of categories, an outer one with all below it', () => {
  const levels = `<c:cat><c:multiLvlStrRef><c:multiLvlStrCache><c:lvl>${points(['Q1', 'Q2', 'Q1', 'Q2'])}</c:lvl><c:lvl>${points(['2023', undefined, '2024', undefined])}</c:lvl></c:multiLvlStrCache></c:multiLvlStrRef></c:cat>`;
  const { tables } = chart(`<c:ser>${named('Births')}${levels}${numbers('val', ['1', '2', '3', '4'])}</c:ser>`);
  expect(tables).toEqual([
    [
      ['', 'Births'],
      ['2023 Q1', '1'],
      ['2023 Q2', '2'],
      ['2024 Q1', '3'],
      ['2024 Q2', '4'],
    ],
  ]);
});

it('puts columns and the line over them into one table, and titles of axes among the captions', () => {
  const years = categories(['2023', '2024']);
  const { captions, tables } = chart(
    `<c:title>${rich('Cases')}</c:title><c:barChart><c:ser>${named('Cases')}${years}${numbers('val', ['10', '20.500000000000004'])}</c:ser></c:barChart><c:lineChart><c:ser>${named('Share')}${years}${numbers('val', ['0.25', '0.5'], '0%')}</c:ser><c:ser>${numbers('val', ['45292'], 'yyyy-mm-dd')}</c:ser></c:lineChart><c:valAx><c:title>${rich('per 1,000')}</c:title></c:valAx>`,
  );
  expect(captions).toEqual(['Cases', 'per 1,000']);
  expect(tables).toEqual([
    [
      ['', 'Cases', 'Share', 'Series 3'],
      ['2023', '10', '25%', '2024-01-01'],
      ['2024', '20.5', '50%', ''],
    ],
  ]);
});

it('gives each scatter series a table, and each written label a caption', () => {
  const label = `<c:dLbls><c:dLbl><c:idx val="0"/>${rich('The outlier')}</c:dLbl><c:dLbl><c:tx><c:rich><a:p><a:fld type="VALUE"><a:t>[VALUE]</a:t></a:fld></a:p></c:rich></c:tx></c:dLbl></c:dLbls>`;
  const { captions, tables } = chart(
    `<c:ser>${named('Men')}${label}${numbers('xVal', ['1', '2'])}${numbers('yVal', ['3', '4'])}</c:ser><c:ser>${named('Women')}${numbers('xVal', ['1', '5'])}${numbers('yVal', ['6', '7'])}</c:ser>`,
  );
  expect(captions).toEqual(['The outlier']);
  expect(tables).toEqual([
    [
      ['', 'Men'],
      ['1', '3'],
      ['2', '4'],
    ],
    [
      ['', 'Women'],
      ['1', '6'],
      ['5', '7'],
    ],
  ]);
});

it('reads newer charts, which store numbers apart from their series', () => {
  const { captions, tables } = chart(
    `<cx:chartData><cx:data id="0"><cx:strDim type="cat"><cx:lvl ptCount="2"><cx:pt idx="0">Start</cx:pt><cx:pt idx="1">End</cx:pt></cx:lvl></cx:strDim><cx:numDim type="val"><cx:lvl formatCode="0%"><cx:pt idx="0">0.5</cx:pt><cx:pt idx="1">0.75</cx:pt></cx:lvl></cx:numDim></cx:data></cx:chartData><cx:title><cx:tx><cx:txData><cx:v>Waterfall</cx:v></cx:txData></cx:tx></cx:title><cx:series><cx:tx><cx:txData><cx:v>Budget</cx:v></cx:txData></cx:tx><cx:dataId val="0"/></cx:series>`,
  );
  expect(captions).toEqual(['Waterfall']);
  expect(tables).toEqual([
    [
      ['', 'Budget'],
      ['Start', '50%'],
      ['End', '75%'],
    ],
  ]);
});

it('leaves out series that were filtered out, and limits the number of points', () => {
  const many = Array.from({ length: 2_000 }, (_, index) => String(index));
  const { tables } = chart(
    `<c:ser>${named('Shown')}${numbers('val', many)}</c:ser><c:extLst><c:ext><c:filteredSeries><c:ser>${named('Hidden')}${numbers('val', ['1'])}</c:ser></c:filteredSeries></c:ext></c:extLst>`,
  );
  expect(tables).toHaveLength(1);
  expect(tables[0]?.[0]).toEqual(['', 'Shown']);
  expect(tables[0]).toHaveLength(501);
});

it('shortens long and many outer levels of categories, for any number of series and points', () => {
  const inner = (levels: string, series: number): string =>
    `<c:data id="1"><c:cat><c:lvl>${points(Array.from({ length: 500 }, (_, index) => `Point ${index}`))}</c:lvl>${levels}</c:cat></c:data>${'<c:series><c:dataId val="1"/></c:series>'.repeat(series)}`;
  const letters = (levels: string): number => {
    const { tables } = chart(inner(levels, 1));
    return tables.flat(2).join('').length;
  };
  expect(letters(`<c:lvl>${points(['a'.repeat(300_000)])}</c:lvl>`)).toBeLessThan(600_000);
  expect(letters(`<c:lvl>${points(['ab'])}</c:lvl>`.repeat(5_000))).toBeLessThan(50_000);
});
