import type { Source } from '@lectern/contracts';

/** The source as readable text: what the learner sees as the extracted content. */
export function contentOfSource(source: Source): string {
  const lines: string[] = [];
  let slide = 0;
  let inNotes = false;
  for (const { pointer, kind, level, text } of source.passages) {
    if (pointer.kind === 'slide' && pointer.slide !== slide) {
      slide = pointer.slide;
      inNotes = false;
      lines.push('', `Slide ${slide}`);
    }
    if (pointer.kind === 'slide' && pointer.part === 'notes' && !inNotes) {
      inNotes = true;
      lines.push('Notes:');
    }
    if (kind === 'title' && pointer.kind === 'text') lines.push('');
    lines.push(kind === 'bullet' ? `${'  '.repeat(level)}• ${text}` : text);
  }
  return lines.join('\n').trim();
}
