import { escapeMarkdown, pictureWords, referenceWords, type PictureLocation } from '@lectern/contracts';
import { textFile, type ExportedFile } from '../ExportedFile.ts';
import { escapeXml } from '../xml.ts';

export type GuideFormat = 'md' | 'html';

/** A picture of the guide. */
export interface NamedPicture extends PictureLocation {
  id: string;
}

/** A picture of the guide, to be written into the file. */
export interface ExportedPicture extends NamedPicture {
  alt: string;
  /** 'image/webp' */
  type: string;
  bytes: Uint8Array;
}

/** A highlight of the learner. */
export interface ExportedMark {
  quote: string;
  note?: string | undefined;
}

export interface ExportableGuide {
  title: string;
  /** Of its material, as a tag such as 'de'. */
  language: string;
  markdown: string;
  marks: readonly ExportedMark[];
  /** All of its pictures. */
  pictures: readonly NamedPicture[];
}

const picturePattern = /!\[((?:[^[\]\\]|\\.)*)\]\(picture:([0-9a-f]{32}-(\d{1,5}))\)/g;
const referencePattern = /\[([^[\]]*)\]\(#(slide|paragraph)-(\d+)\)/g;

const withWordReferences = (markdown: string): string =>
  markdown.replace(
    referencePattern,
    (_whole, text: string, kind: 'slide' | 'paragraph', number: string) => `(${referenceWords(text, kind, Number(number))})`,
  );

/** The words in place of a picture that is not in the file. */
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

/**
 * A guide with the learner's highlights as Markdown. References become words, because their addresses are of no use elsewhere. Pictures without an
 * address become words, too.
 *
 * @param addressOf - where a picture stands, relative to the file
 */
export const writeMarkdown = (guide: ExportableGuide, addressOf: (pictureId: string) => string | undefined = () => undefined): string =>
  withWordReferences(
    withTitle(guide).replace(picturePattern, (_whole, alt: string, id: string, slide: string) => {
      const address = addressOf(id);
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
th, td { padding: 6px 12px; border: 1px solid #8886; text-align: left; vertical-align: top; }
blockquote { margin-inline: 0; padding-left: 16px; border-left: 4px solid #8886; }
@media print { .table { overflow: visible; } body { max-width: none; padding: 0; font-size: 11pt; } h2, h3 { break-after: avoid; } img, tr { break-inside: avoid; } }
`;

/**
 * Makes the rendered HTML accessible: the keyboard can scroll a table that is wider than the page, and a task's checkbox has a label. All of these
 * tags are from the renderer, because it escapes tags of the text.
 */
const madeAccessible = (html: string): string =>
  html
    .replaceAll('<table>', '<div class="table" role="group" aria-label="Table" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<input type="checkbox"', '<input type="checkbox" aria-label="Done"');

/** One picture as it stands in the file. */
const dataAddress = ({ type, bytes }: ExportedPicture): string =>
  `data:${type};base64,${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')}`;

/** Loads the renderer with the first guide, because a service that only waits does not need it. */
const render = async (markdown: string): Promise<string> => {
  const [{ micromark }, { gfm, gfmHtml }] = await Promise.all([import('micromark'), import('micromark-extension-gfm')]);
  return micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()] });
};

/**
 * The guide as one HTML file that needs no network: it contains the pictures, and nothing in the guide's text runs or loads. Pictures are inserted
 * after the text was rendered, so that no address in the text becomes an image.
 */
const writeHtml = async (guide: ExportableGuide, files: readonly ExportedPicture[]): Promise<string> => {
  const pictures = new Map(files.map((picture) => [picture.id, picture]));
  const kept: ExportedPicture[] = [];
  // Placeholders use a noncharacter: the renderer keeps it, and it is removed from the guide's text first.
  const text = withTitle(guide).replaceAll('\uFDD0', '');
  const marked = text.replace(picturePattern, (_whole, alt: string, id: string, slide: string) => {
    const picture = pictures.get(id);
    if (!picture) return wordsForPicture(guide, { id, slide, alt });
    kept.push(picture);
    return `\uFDD0${String(kept.length - 1)}\uFDD0`;
  });
  // An image of another site becomes its alternative text.
  const words = withWordReferences(marked).replace(/!\[((?:[^[\]\\]|\\.)*)\]\([^()\s]*\)/g, '$1');
  const body = madeAccessible(await render(words))
    .replace(/<img [^>]*>/g, '')
    .replace(/\uFDD0(\d+)\uFDD0/g, (_whole, index: string) => {
      const picture = kept[Number(index)];
      return picture ? `<img src="${dataAddress(picture)}" alt="${escapeXml(picture.alt || pictureWords(picture))}">` : '';
    });
  return `<!doctype html>
<html lang="${escapeXml(guide.language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="content-security-policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<title>${escapeXml(guide.title)}</title>
<style>${style}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;
};

/**
 * A guide with the learner's highlights, as Markdown or as one HTML file with its pictures inside.
 *
 * @param files - The pictures that stand in the HTML file; the others are named in words.
 */
export const exportGuide = async (guide: ExportableGuide, format: GuideFormat, files: readonly ExportedPicture[]): Promise<ExportedFile> =>
  format === 'md'
    ? textFile(guide.title, 'md', 'text/markdown', writeMarkdown(guide))
    : textFile(guide.title, 'html', 'text/html', await writeHtml(guide, files));
