import { counted, mostRestored, placeWords, type Omission, type OmissionReason, type Pointer } from '@lectern/contracts';
import { reportError, toast } from '@lectern/platform';
import { Button, color, size, space } from '@lectern/ui';
import { useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { libraryChanges } from '../../shared/libraryChanges';

const Base = styled.details`
  margin-top: ${space[32]};
  font-size: ${size[14]};
  color: ${color['ink-soft']};
  summary {
    padding: ${space[12]} 0;
    font-weight: 600;
    cursor: pointer;
  }
  ul {
    display: grid;
    margin: 0 0 ${space[16]};
    padding: 0;
    list-style: none;
  }
  li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: center;
    gap: ${space[12]};
    padding: ${space[8]} 0;
    border-top: 1px solid ${color.line};
    overflow-wrap: anywhere;
  }
  small {
    display: block;
    font-size: inherit;
    color: ${color['ink-faint']};
  }
`;

const why: Readonly<Record<OmissionReason, string>> = {
  credit: 'credit',
  reference: 'reference list',
  footer: 'repeated line',
  agenda: 'agenda',
  link: 'link',
  presenter: 'addressed to the audience',
};

const placeOfText = (pointer: Pointer): string => placeWords(pointer.kind === 'slide' ? { ...pointer, part: 'body' } : pointer);

/** Lines with the same words and reason, such as a footer that repeats on many slides. */
interface Row {
  text: string;
  reason: OmissionReason;
  /** Indices in `omitted`. */
  lines: number[];
  places: string[];
}

/** Groups repeated lines into one row. */
function leftOutRows(omitted: readonly Omission[]): Row[] {
  const rows = new Map<string, Row>();
  for (const [index, { text, pointer, reason }] of omitted.entries()) {
    const key = `${reason} ${text}`;
    const row = rows.get(key) ?? { text, reason, lines: [], places: [] };
    row.lines.push(index);
    const place = placeOfText(pointer);
    if (row.places.at(-1) !== place) row.places.push(place);
    rows.set(key, row);
  }
  return [...rows.values()];
}

/** 'Left out: 7 lines from 3 slides' */
function leftOutSummary(omitted: readonly Omission[]): string {
  const lines = `Left out: ${counted(omitted.length, 'line')}`;
  const [first] = omitted;
  if (!first || first.pointer.kind === 'text' || omitted.some(({ pointer }) => pointer.kind !== first.pointer.kind)) return lines;
  return `${lines} from ${counted(new Set(omitted.map(({ pointer }) => placeOfText(pointer))).size, first.pointer.kind)}`;
}

/** The maximum number of rows shown. Further ones are only counted. */
const mostListed = 100;

export interface LeftOutLinesProps {
  studyMaterialId: string;
  omitted: readonly Omission[];
}

/** A collapsed list of the lines that the guide leaves out. Each can be restored to its place. */
export const LeftOutLines = ({ studyMaterialId, omitted }: LeftOutLinesProps): ReactNode => {
  const [busy, setBusy] = useState<readonly number[]>();
  const rows = leftOutRows(omitted);
  const restore = async (lines: readonly number[]): Promise<void> => {
    if (busy) return;
    setBusy(lines);
    try {
      await libraryChanges.restoreLines(studyMaterialId, { lines: lines.slice(0, mostRestored), of: omitted.length });
      toast.success(lines.length === 1 ? 'The line is back in the guide.' : `${counted(lines.length, 'line')} are back in the guide.`);
    } catch (error) {
      reportError(error, 'Failed to put the line back');
    } finally {
      setBusy(undefined);
    }
  };
  return (
    <Base>
      <summary>{leftOutSummary(omitted)}</summary>
      <ul>
        {rows.slice(0, mostListed).map(({ text, reason, lines, places }) => (
          <li key={`${reason} ${text}`}>
            <span>
              <span dir="auto">{text}</span>
              <small>
                {places.length === 1 ? places[0] : `${places[0] ?? ''} and ${counted(places.length - 1, 'other place')}`} · {why[reason]}
              </small>
            </span>
            <Button
              variant="secondary"
              isBusy={busy === lines}
              aria-label={`Put back: ${text.slice(0, 80)}`}
              onClick={() => void restore(lines)}
            >
              Put back
            </Button>
          </li>
        ))}
        {rows.length > mostListed && <li>and {counted(rows.length - mostListed, 'more line')}</li>}
      </ul>
      {rows.length > 1 && (
        <Button variant="quiet" onClick={() => void restore(omitted.map((_, index) => index))}>
          Put all back
        </Button>
      )}
    </Base>
  );
};
