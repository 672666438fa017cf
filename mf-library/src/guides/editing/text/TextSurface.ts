import { color, font, measure, media, radius, size, space } from '@lectern/ui';
import { Prose, tableStyles } from '@lectern/ui/markdown';
import { styled } from 'styled-components';

/** The frame of toolbar and text. */
export const Frame = styled.div`
  border: 1px solid ${color['line-strong']};
  border-radius: ${radius.field};
  background: ${color.raised};
  &:focus-within {
    border-color: ${color.accent};
  }
`;

/** The text as where it is read, and what the editor adds to it. */
export const TextSurface = styled(Prose)`
  max-width: none;
  .ProseMirror {
    position: relative;
    min-height: 320px;
    padding: ${space[24]} max(${space[24]}, calc((100% - ${measure.reading}) / 2)) ${space[48]};
    white-space: pre-wrap;
    white-space: break-spaces;
    overflow-wrap: anywhere;
    font-variant-ligatures: none;
    scroll-margin-top: 140px;
  }
  @media ${media.small} {
    .ProseMirror {
      padding: ${space[16]} ${space[16]} ${space[48]};
    }
  }
  .ProseMirror:focus-visible {
    outline: none;
  }
  .ProseMirror-hideselection ::selection {
    background: transparent;
  }
  .ProseMirror-hideselection {
    caret-color: transparent;
  }
  img.ProseMirror-separator {
    display: inline !important;
    margin: 0 !important;
    border: 0 !important;
  }
  .ProseMirror-gapcursor {
    display: none;
    position: absolute;
    pointer-events: none;
  }
  .ProseMirror-gapcursor::after {
    content: '';
    display: block;
    position: absolute;
    top: -8px;
    width: 24px;
    border-top: 2px solid ${color.accent};
  }
  .ProseMirror-focused .ProseMirror-gapcursor {
    display: block;
  }
  .ProseMirror > * + * {
    margin-top: ${space[16]};
  }
  .ProseMirror > * + h2 {
    margin-top: ${space[48]};
  }
  .ProseMirror > * + :is(h3, h4, h5, h6) {
    margin-top: ${space[32]};
  }
  :is(h1, h2, h3, h4, h5, h6) {
    font-family: ${font.interface};
  }
  li > * + * {
    margin-top: ${space[4]};
  }
  em {
    font-synthesis: style;
  }
  li[data-checked] {
    list-style: '☐  ';
  }
  li[data-checked='true'] {
    list-style: '☑  ';
  }
  .table {
    ${tableStyles}
  }
  .table tbody tr:first-child > * {
    border-top: 0;
  }
  .table :is(th, td) {
    min-width: 5em;
  }
  .selectedCell {
    background: ${color['accent-tint']};
  }
  .citation,
  .kept-text {
    cursor: default;
    border-radius: 6px;
    background: ${color['accent-tint']};
    color: ${color['ink-soft']};
  }
  .citation {
    display: inline-block;
    max-width: 18ch;
    min-width: 20px;
    margin-inline: 2px;
    padding: 0 6px;
    overflow: hidden;
    font: 500 ${size[12]} / 1.3 ${font.interface};
    font-variant-numeric: tabular-nums;
    text-align: center;
    text-overflow: ellipsis;
    vertical-align: 0.25em;
    white-space: nowrap;
  }
  .kept-text {
    padding: 1px 4px;
    font: 0.86em/1.5 ${font.code};
  }
  .formula {
    cursor: default;
    border-radius: 6px;
  }
  .picture {
    display: inline-block;
    max-width: 100%;
    vertical-align: top;
  }
  .picture .caption {
    display: block;
    margin-top: ${space[8]};
    font: ${size[14]} / 1.5 ${font.interface};
    color: ${color['ink-soft']};
    white-space: normal;
  }
  .kept-block {
    cursor: default;
    padding: ${space[8]} ${space[12]};
    border: 1px dashed ${color.line};
    border-radius: ${radius.field};
    white-space: normal;
  }
  .kept-block pre {
    margin: 0;
  }
  .kept-block > pre {
    padding: 0;
    background: none;
    color: ${color['ink-faint']};
    font: ${size[14]} / 1.5 ${font.code};
    white-space: pre-wrap;
  }
  .ProseMirror-selectednode {
    outline: 2px solid ${color.accent};
    outline-offset: 1px;
  }
`;
