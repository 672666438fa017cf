/** A preview of a deck before it is uploaded. */
export interface DeckOutline {
  slides: number;
  /** The first titles, in order; slides without a title are skipped. */
  titles: string[];
}

const titlesShown = 3;
/** The number of slides that are searched for titles. */
const slidesRead = 8;

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const plain = (xml: string): string =>
  xml
    .replace(/&(amp|lt|gt|quot|apos);/g, (whole, name: string) => entities[name] ?? whole)
    .replace(/&#(\d+);/g, (_whole, code: string) => String.fromCodePoint(Number(code)));

/** The text of a slide's title placeholder. */
const titleOf = (slide: string): string | undefined => {
  const shape = slide.match(/<p:sp>[\s\S]*?<\/p:sp>/g)?.find((each) => /<p:ph\b[^>]*type="(title|ctrTitle)"/.test(each));
  const text = [...(shape ?? '').matchAll(/<a:t>([^<]*)<\/a:t>/g)].map(([, run = '']) => plain(run)).join('');
  return text.replace(/\s+/g, ' ').trim() || undefined;
};

/**
 * Reads the slide count and first titles of a deck in the browser. Uses a few regular expressions, because the page's Trusted Types policy
 * forbids the browser's XML parser. The service parses the whole deck.
 *
 * @returns undefined if the file cannot be read; the service then reports the problem
 */
export const readOutline = async (file: Blob): Promise<DeckOutline | undefined> => {
  try {
    const { default: JSZip } = await import(/* webpackChunkName: "jszip" */ 'jszip');
    const zip = await JSZip.loadAsync(file);
    const text = (path: string): Promise<string> | undefined => zip.file(path)?.async('string');
    const [presentation, relationships] = await Promise.all([text('ppt/presentation.xml'), text('ppt/_rels/presentation.xml.rels')]);
    if (presentation === undefined || relationships === undefined) return undefined;
    const ids = [...presentation.matchAll(/<p:sldId\b[^>]*\br:id="([^"]+)"/g)].map(([, id = '']) => id);
    const targets = new Map(
      [...relationships.matchAll(/<Relationship\b[^>]*>/g)].map(([tag]) => [
        /\bId="([^"]+)"/.exec(tag)?.[1],
        /\bTarget="([^"]+)"/.exec(tag)?.[1],
      ]),
    );
    const slides = await Promise.all(
      ids.slice(0, slidesRead).map((id) => {
        const target = targets.get(id) ?? '';
        return text(target.startsWith('/') ? target.slice(1) : `ppt/${target}`);
      }),
    );
    const titles = slides.flatMap((slide) => titleOf(slide ?? '') ?? []);
    return { slides: ids.length, titles: titles.slice(0, titlesShown) };
  } catch {
    // The learner may upload the file anyway, and the service responds with its own message.
    return undefined;
  }
};
