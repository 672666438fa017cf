import type { Pointer, Source } from '@lectern/contracts';

const headOf = (pointer: Pointer): string => {
  if (pointer.kind === 'slide') return `Slide ${String(pointer.slide)}`;
  const { document = '' } = pointer;
  if (pointer.kind === 'text') return document;
  return `${document === '' ? '' : `${document}, `}${document === '' ? 'Page' : 'page'} ${String(pointer.page)}`;
};

/** Returns the source as readable text: what the learner sees as the extracted content. */
export function contentOfSource(source: Source): string {
  const lines: string[] = [];
  let head = '';
  let inNotes = false;
  for (const { pointer, kind, level, text } of source.passages) {
    const own = headOf(pointer);
    if (own !== head) {
      inNotes = false;
      if (own !== '') lines.push('', own);
    }
    if (pointer.kind === 'slide' && pointer.part === 'notes' && !inNotes) {
      inNotes = true;
      lines.push('Notes:');
    }
    if (kind === 'title' && pointer.kind === 'text' && own === head) lines.push('');
    head = own;
    lines.push(kind === 'bullet' ? `${'  '.repeat(level)}• ${text}` : text);
  }
  return lines.join('\n').trim();
}
