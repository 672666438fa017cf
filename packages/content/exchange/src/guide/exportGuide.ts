import { escapeMarkdown, pictureType, pictureWords, referenceWords, type PictureLocation } from '@lectern/contracts';
import { formulaStyle, withDollars } from '@lectern/contracts/formulas';
import { fileName, textFile, type ExportedFile } from '../ExportedFile.ts';
import { escapeXml } from '../xml.ts';
import { renderBody } from './renderBody.ts';

interface NamedPicture extends PictureLocation {
  id: string;
}

export interface ExportedPicture extends NamedPicture {
  alt: string;
}

export interface ExportedMark {
  quote: string;
  note?: string | undefined;
}

export interface ExportableGuide {
  title: string;
  /** Language tag of its material, such as "de". */
  language: string;
  markdown: string;
  marks: readonly ExportedMark[];
  pictures: readonly ExportedPicture[];
}

/** A place for a picture in a page: its bytes with `before` and `after`, or `words` instead. All are HTML. */
export interface PageSlot {
  pictureId: string;
  /** Surround the bytes of the picture in base64. */
  before: string;
  after: string;
  words: string;
}

export type PagePiece = { html: Uint8Array<ArrayBuffer> } | { slot: PageSlot };

const picturePattern = /!\[((?:[^[\]\\]|\\.)*)\]\(picture:([0-9a-f]{32}-(\d{1,5}))\)/g;
const referencePattern = /\[([^[\]]*)\]\(#(slide|paragraph)-(\d+)\)/g;

const withWordReferences = (markdown: string): string =>
  markdown.replace(
    referencePattern,
    (_whole, text: string, kind: 'slide' | 'paragraph', number: string) => `(${referenceWords(text, kind, Number(number))})`,
  );

/** Returns the text for a picture that is not in the file. */
const wordsForPicture = (
  { pictures }: Pick<ExportableGuide, 'pictures'>,
  { id, slide, alt }: { id: string; slide: string; alt: string },
): string => {
  const picture = pictures.find((each) => each.id === id) ?? { slide: Number(slide) };
  return `(${escapeMarkdown(pictureWords(picture))}: ${alt})`;
};

const asQuote = (text: string): string => text.replace(/\s+/g, ' ').trim();

const marksBelow = (marks: readonly ExportedMark[]): string =>
  marks.length === 0
    ? ''
    : `\n## Highlights and notes\n\n${marks.map(({ quote, note }) => `> ${asQuote(quote)}${note ? `\n\n${note}` : ''}`).join('\n\n')}\n`;

const hasTitle = (markdown: string): boolean => /^# /m.test(markdown);

const withTitle = ({ title, markdown, marks }: ExportableGuide): string =>
  `${hasTitle(markdown) ? '' : `# ${title}\n\n`}${markdown.trimEnd()}\n${marksBelow(marks)}`;

/** A guide to write as Markdown, and its pictures' paths relative to the file. */
export interface MarkdownFile {
  guide: ExportableGuide;
  addresses?: ReadonlyMap<string, string>;
}

/**
 * Writes a guide with the learner's highlights as Markdown. References become words, because their targets do not exist elsewhere; so do
 * pictures without a path.
 */
export const writeMarkdown = ({ guide, addresses }: MarkdownFile): string =>
  withWordReferences(
    withTitle(guide).replace(picturePattern, (_whole, alt: string, id: string, slide: string) => {
      const address = addresses?.get(id);
      return address === undefined ? wordsForPicture(guide, { id, slide, alt }) : `![${alt}](${address})`;
    }),
  );

const style = `
:root { color-scheme: light dark; background: Canvas; color: CanvasText; }
body { max-width: 68ch; margin: 0 auto; padding: 32px 16px 64px; font: 18px/1.65 Georgia, 'Times New Roman', serif; }
h1, h2, h3, h4, th { font-family: system-ui, sans-serif; line-height: 1.3; }
h1 { font-size: 1.6em; } h2 { margin-top: 2em; font-size: 1.25em; } h3 { margin-top: 1.6em; font-size: 1.05em; }
img { max-width: 100%; height: auto; }
table { border-collapse: collapse; }
.table { overflow-x: auto; }
th, td { padding: 6px 12px; border: 1px solid #8886; text-align: start; vertical-align: top; }
blockquote { margin-inline: 0; padding-inline-start: 16px; border-inline-start: 4px solid #8886; }
li, td, th, :is(li, blockquote) p { unicode-bidi: plaintext; }${formulaStyle}
@media print { .table { overflow: visible; } body { max-width: none; padding: 0; font-size: 11pt; } h2, h3 { break-after: avoid; } img, tr { break-inside: avoid; } }
`;

/**
 * Makes rendered HTML accessible: the keyboard can scroll wide tables, and checkboxes have a label. All matched tags are from the renderer,
 * because it escapes those of the text.
 */
const madeAccessible = (html: string): string =>
  html
    .replaceAll(/<table(?: dir="auto")?>/g, '<div class="table" role="group" aria-label="Table" tabindex="0">$&')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<input type="checkbox"', '<input type="checkbox" aria-label="Done"');

/** A URL that the renderer keeps. */
const slotAddress = '#picture-';
const picturesTargets = /\]\(picture:(?=[0-9a-f]{32}-\d{1,5}\))/g;
/** A picture as the renderer writes it. It escapes these characters elsewhere, so nothing else matches. */
const renderedPicture = /<img src="([^"]*)" alt="([^"]*)"[^>]*>/g;

/** Splits the body at its pictures. A picture of another site becomes its alternative text. */
function* bodyPieces(html: string, { pictures }: ExportableGuide): Generator<string | PageSlot> {
  const byId = new Map(pictures.map((picture) => [picture.id, picture]));
  let from = 0;
  for (const { 0: tag, 1: address = '', 2: alt = '', index } of html.matchAll(renderedPicture)) {
    yield html.slice(from, index);
    from = index + tag.length;
    const pictureId = address.startsWith(slotAddress) ? address.slice(slotAddress.length) : undefined;
    const picture = pictureId === undefined ? undefined : byId.get(pictureId);
    const words = (shown: PictureLocation): string => `(${escapeXml(pictureWords(shown))}: ${alt})`;
    if (picture) {
      const text = escapeXml(picture.alt || pictureWords(picture));
      yield { pictureId: picture.id, before: `<img src="data:${pictureType};base64,`, after: `" alt="${text}">`, words: words(picture) };
    } else yield pictureId === undefined ? alt : words({ slide: Number(pictureId.split('-')[1]) });
  }
  yield html.slice(from);
}

const head = ({ language, title }: ExportableGuide): string => `<!doctype html>
<html lang="${escapeXml(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="content-security-policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<title>${escapeXml(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
`;
const foot = `
</main>
</body>
</html>
`;

const asPage = (body: Iterable<string | PageSlot>, guide: ExportableGuide): PagePiece[] => {
  const pieces: PagePiece[] = [];
  let html = head(guide);
  const flush = (): void => {
    pieces.push({ html: new TextEncoder().encode(html) });
    html = '';
  };
  for (const piece of body) {
    if (typeof piece === 'string') html += piece;
    else {
      flush();
      pieces.push({ slot: piece });
    }
  }
  html += foot;
  flush();
  return pieces;
};

/**
 * Renders a guide with the learner's highlights as one HTML page that needs no network. Nothing in the guide's text runs or loads. The
 * caller inserts the pictures, so that only one at a time is in memory. Rendering is quadratic for some texts: callers limit its time.
 */
export const renderPage = async (guide: ExportableGuide): Promise<PagePiece[]> => {
  const markdown = withWordReferences(withTitle(guide).replace(picturesTargets, `](${slotAddress}`));
  return asPage(bodyPieces(madeAccessible(await renderBody(markdown)), guide), guide);
};

/** Returns a guide's Markdown as a page, for guides that take too long to render. */
export const plainPage = (guide: ExportableGuide): PagePiece[] =>
  asPage([`<pre dir="auto">${escapeXml(writeMarkdown({ guide }))}</pre>`], guide);

/** Exports a guide with the learner's highlights as a Markdown file. */
export const exportMarkdown = (guide: ExportableGuide): ExportedFile =>
  textFile(guide.title, 'md', 'text/markdown', withDollars(writeMarkdown({ guide })));

export const pageFile = ({ title }: Pick<ExportableGuide, 'title'>): Omit<ExportedFile, 'bytes'> => ({
  name: fileName(title, 'html'),
  type: 'text/html; charset=utf-8',
});
