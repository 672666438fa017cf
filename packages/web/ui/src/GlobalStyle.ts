import { createGlobalStyle, css } from 'styled-components';
import { tokenStyles } from './themes';
import { color, font, media, radius, size } from './tokens';

/** Styles for `prefers-reduced-motion`. */
export const stillness = css`
  *,
  *::before,
  *::after {
    animation-duration: 1ms !important;
    animation-iteration-count: 1 !important;
    transition: none !important;
    scroll-behavior: auto !important;
  }
`;

/** Resets and tokens for the page. The shell renders it once. */
export const GlobalStyle = createGlobalStyle`
  ${tokenStyles}

  *, *::before, *::after { box-sizing: border-box; }
  html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-top: 80px; }
  body {
    margin: 0;
    background: ${color.paper};
    color: ${color.ink};
    font: 400 ${size[16]}/1.6 ${font.interface};
    font-synthesis: none;
    -webkit-font-smoothing: antialiased;
    text-rendering: optimizeLegibility;
  }
  h1, h2, h3, h4, h5, h6, p, figure, ul, ol, dl, dd { margin: 0; }
  ul[class], ol[class] { padding: 0; list-style: none; }
  h1, h2, h3, h4 { line-height: 1.25; text-wrap: balance; font-weight: 650; }
  a { color: ${color.accent}; text-underline-offset: 0.18em; text-decoration-thickness: 1px; }
  a:hover { color: ${color['accent-hover']}; }
  button, input, textarea, select { font: inherit; color: inherit; letter-spacing: inherit; }
  button { cursor: pointer; }
  button:disabled { cursor: not-allowed; }
  img, svg { display: block; max-width: 100%; }
  ::selection { background: ${color['accent-line']}; color: ${color.ink}; }
  :focus-visible { outline: 2px solid ${color.accent}; outline-offset: 2px; border-radius: ${radius.field}; }
  [tabindex='-1']:focus-visible { outline: none; }
  @media ${media.reducedMotion} {
    ${stillness}
  }
  @media print { body { background: none; } }
`;
