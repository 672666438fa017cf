import type { RunFonts, SymbolReader } from '../ooxml/SymbolReader.ts';
import { cleanText } from '../text/cleanText.ts';
import { readXml, type Part } from '../ooxml/xml.ts';

export interface SmartArtLine {
  level: number;
  text: string;
}

interface Point {
  type: string;
  paragraphs: string[];
}

/** Reads a diagram's data part: its nodes in order, with their depth. */
export function readSmartArt(part: Part, symbols: SymbolReader): SmartArtLine[] {
  const points = new Map<string, Point>();
  const children = new Map<string, { to: string; order: number }[]>();
  let current: Point | undefined;
  let inText = false;
  let paragraph = '';
  let fonts: RunFonts = {};

  readXml(part, {
    open: (element) => {
      if (element.name === 'pt') {
        current = { type: element.attribute('type') ?? 'node', paragraphs: [] };
        points.set(element.attribute('modelId') ?? `#${points.size}`, current);
      } else if (element.name === 'cxn' && (element.attribute('type') ?? 'parOf') === 'parOf') {
        const from = element.attribute('srcId') ?? '';
        const list = children.get(from) ?? [];
        list.push({ to: element.attribute('destId') ?? '', order: Number(element.attribute('srcOrd') ?? '0') || 0 });
        children.set(from, list);
      } else if (element.name === 'p') paragraph = '';
      else if (element.name === 'br' || element.name === 'tab') paragraph += ' ';
      else if (element.name === 'r') fonts = {};
      else if (element.name === 'latin') fonts = { ...fonts, letters: element.attribute('typeface') };
      else if (element.name === 'sym') fonts = { ...fonts, symbols: element.attribute('typeface') };
      // `a:t` has letters, `dgm:t` has paragraphs. The text between these is layout.
      inText = element.name === 't';
    },
    text: (text) => {
      if (inText && current) paragraph += symbols.read(text, fonts);
    },
    close: (name) => {
      inText = false;
      if (name === 'p' && current) {
        const text = cleanText(paragraph);
        if (text !== '') current.paragraphs.push(text);
        paragraph = '';
      } else if (name === 'pt') current = undefined;
    },
  });

  const lines: SmartArtLine[] = [];
  const seen = new Set<string>();
  const visit = (id: string, level: number): void => {
    const point = points.get(id);
    if (!point || seen.has(id) || level > 50) return;
    seen.add(id);
    for (const text of point.paragraphs) lines.push({ level: Math.min(8, Math.max(0, level)), text });
    const below = (children.get(id) ?? []).sort((left, right) => left.order - right.order);
    for (const { to } of below) visit(to, level + 1);
  };
  for (const [id, point] of points) if (point.type === 'doc') visit(id, -1);
  // A node without a parent is text, too.
  for (const [id, point] of points) if (point.type === 'node' || point.type === 'asst') visit(id, 0);
  return lines;
}
