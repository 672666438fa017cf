import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm as gfmSyntax } from 'micromark-extension-gfm';
import type { Data, Processor } from 'unified';

/** The fields to which plugins add parser extensions. They are declared by the parsers, not by `unified`. */
type ParserData = Data & { micromarkExtensions?: unknown[]; fromMarkdownExtensions?: unknown[] };

/**
 * Parses tables, strikethrough, task lists, footnotes and bare addresses, as `remark-gfm` does. That package also includes a Markdown
 * serializer, which no page needs.
 */
export function gfm(this: Processor): undefined {
  const data: ParserData = this.data();
  (data.micromarkExtensions ??= []).push(gfmSyntax());
  (data.fromMarkdownExtensions ??= []).push(gfmFromMarkdown());
}
