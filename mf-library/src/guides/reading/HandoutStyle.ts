import { color, font } from '@lectern/ui';
import { createGlobalStyle } from 'styled-components';

/** Print styles of a guide: title, date and text. Screen-only components hide themselves in print. */
export const HandoutStyle = createGlobalStyle`
  @page { margin: 20mm 18mm 22mm; }
  @media print {
    html { font-size: 10.5pt; }
    body { color: ${color.ink}; font-family: ${font.reading}; }
    main { max-width: none !important; padding: 0 !important; }
    main :is(h1, h2, h3, h4, h5, h6, dt, th) { font-family: ${font.reading} !important; break-after: avoid; }
    main h1 { font-size: 20pt; }
    main h2 { font-size: 14pt; margin-top: 18pt !important; }
    main h3 { font-size: 12pt; margin-top: 12pt !important; }
    main :is(p, li, dd) { orphans: 3; widows: 3; }
    main :is(tr, li, blockquote, pre, dl > div, figure, img) { break-inside: avoid; }
    main thead { display: table-header-group; }
    main table { font-size: 9.5pt !important; font-family: ${font.reading} !important; }
    main a { color: inherit; text-decoration: none; }
  }
`;
