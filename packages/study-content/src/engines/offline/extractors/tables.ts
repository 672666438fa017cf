import { placeOf } from '../../../text/pointers.ts';
import { wordCount, withoutStop } from '../../../text/words.ts';
import type { Cell, Highest, Place } from '../facts.ts';
import type { UsablePassage } from '../statements.ts';
import { withoutFootnotes } from '../statements.ts';

/** What tables and charts say: each cell under its header, and a chart's highest value. */
export function tablesOf(passages: UsablePassage[]): (Cell | Highest)[] {
  const tables = Map.groupBy(
    passages.filter(({ passage }) => passage.kind === 'row' && passage.table !== undefined),
    ({ passage }) => passage.table ?? 0,
  );
  const captions = Map.groupBy(
    passages.filter(({ passage }) => passage.kind === 'caption'),
    ({ passage }) => placeOf(passage.pointer),
  );
  return [...tables.entries()].flatMap(([number, rows]): (Cell | Highest)[] => {
    const header = rows.find(({ passage }) => passage.row === 0);
    const body = rows.filter(({ passage }) => passage.row !== 0 && passage.cells?.[0]);
    const headers = header?.passage.cells ?? [];
    if (!header || body.length < 2 || headers.length < 2) return [];
    const isChart = header.passage.pointer.kind === 'slide' && header.passage.pointer.part === 'chart';
    const common = (one: UsablePassage): Place => ({
      topic: one.topic,
      place: placeOf(one.passage.pointer),
      index: one.index,
      source: { pointer: one.passage.pointer, quote: one.passage.text },
    });
    if (isChart) {
      const values = body.map((one) => ({
        one,
        text: one.passage.cells?.[0] ?? '',
        value: one.passage.cells?.[1] ?? '',
        size: Number.parseFloat(one.passage.cells?.[1] ?? ''),
      }));
      const best = values.reduce((left, right) => (right.size > left.size ? right : left));
      const others = values.filter(({ text }) => text !== best.text);
      const caption = captions.get(placeOf(header.passage.pointer))?.find(({ index }) => index < header.index)?.passage.text;
      if (
        headers.length !== 2 ||
        others.length < 2 ||
        others.some(({ size }) => !(size < best.size)) ||
        values.some(({ text }) => /^\d+$/.test(text))
      )
        return [];
      return [
        {
          type: 'highest',
          caption: caption ?? header.topic,
          measure: headers[1] ?? '',
          winner: best.text,
          value: best.value,
          others: others.map(({ text, value }) => ({ text, value })),
          ...common(best.one),
        },
      ];
    }
    // A truth table, or a matrix of ticks, is not a table of facts.
    const cells = body.flatMap(({ passage }) => passage.cells ?? []).filter((cell) => cell !== '');
    if (cells.filter((cell) => cell.length <= 1).length >= cells.length * 0.6) return [];
    // A header of long cells is a first row, not a header.
    if (headers.some((text) => wordCount(text) > 8) || (headers[0] ?? '') === headers[1]) return [];
    return body.flatMap((one) =>
      (one.passage.cells ?? []).flatMap((raw, column): Cell[] => {
        const value = withoutStop(withoutFootnotes(raw)).replace(
          /^this (?:type|kind) of .{1,40}? (?:can be|may be|is|are) \p{L}+ (?:by|through)\s*:?\s*/iu,
          '',
        );
        const row = withoutStop(withoutFootnotes(one.passage.cells?.[0] ?? ''));
        const name = withoutStop(headers[column] ?? '');
        if (
          column === 0 ||
          value === '' ||
          name === '' ||
          /^(this|these|those|it|they|such)\b/i.test(value) ||
          !/\p{L}{2}/u.test(name) ||
          /\d/.test(name) ||
          !/\p{L}{2}/u.test(row) ||
          wordCount(value) > 22 ||
          wordCount(row) > 14 ||
          !/[\p{L}\d]/u.test(value) ||
          /^(yes|no|x|✓|✔|-|–|n\/a)$/i.test(value)
        )
          return [];
        return [
          { type: 'cell', table: number, header: name, row, value, ...common(one), source: { pointer: one.passage.pointer, quote: raw } },
        ];
      }),
    );
  });
}
