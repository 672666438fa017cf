import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm as gfmSyntax } from 'micromark-extension-gfm';
import type { Data, Processor } from 'unified';

/** Where plugins put extensions of the parser; `unified` leaves these names to its parsers. */
type ParserData = Data & { micromarkExtensions?: unknown[]; fromMarkdownExtensions?: unknown[] };

/**
 * Tables, strikethrough, task lists, footnotes and bare addresses, as `remark-gfm` reads them. That package also brings what writes Markdown,
 * which no page needs.
 */
export function gfm(this: Processor): undefined {
  const data: ParserData = this.data();
  (data.micromarkExtensions ??= []).push(gfmSyntax());
  (data.fromMarkdownExtensions ??= []).push(gfmFromMarkdown());
}
