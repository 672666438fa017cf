import { css, keyframes } from 'styled-components';
import { color, measure, media, motion, radius, shadow, space } from './tokens';

const fade = keyframes`from { opacity: 0; }`;
const rise = keyframes`from { opacity: 0; transform: translate(-50%, -48%); }`;
const slide = keyframes`from { transform: translateY(100%); }`;

/**
 * The title and the close button of a dialog or panel, which stay at its top. The button is as tall as `--target`, and centred on the
 * title's first line. The surface has no padding at the top, and `--inset` at its sides.
 */
export const surfaceHead = css`
  --target: 36px;
  position: sticky;
  top: 0;
  z-index: 2;
  flex: none;
  display: flex;
  align-items: flex-start;
  justify-content: space-between;
  gap: ${space[16]};
  margin-inline: calc(-1 * var(--inset));
  padding: ${space[16]} var(--inset) ${space[12]};
  background: ${color.raised};
  h2 {
    min-width: 0;
    padding-block: calc((var(--target) - 1.25em) / 2);
    line-height: 1.25;
    overflow-wrap: anywhere;
  }
  /* The icon, not the button around it, is at the edge of the content. */
  > button {
    margin-inline-end: calc((20px - var(--target)) / 2);
  }
  @media ${media.touch} {
    --target: ${measure.target};
  }
  @media ${media.small} {
    padding-block: ${space[8]} ${space[4]};
  }
`;

/** The overlay that dims the page behind a dialog. */
export const veil = css`
  position: fixed;
  inset: 0;
  z-index: 50;
  background: ${color.veil};
  animation: ${fade} ${motion.overlay};
`;

/** A dialog; below 720 px a sheet. */
export const surface = css`
  position: fixed;
  z-index: 51;
  left: 50%;
  top: 50%;
  transform: translate(-50%, -50%);
  display: flex;
  flex-direction: column;
  width: min(520px, calc(100vw - 32px));
  max-height: calc(100dvh - 64px);
  overflow-y: auto;
  /* Shows a focused field with its label, and above the buttons at the bottom. */
  scroll-padding: 96px 0;
  --inset: ${space[24]};
  padding: var(--inset);
  border: 1px solid ${color.line};
  border-radius: ${radius.card};
  background: ${color.raised};
  color: ${color.ink};
  box-shadow: ${shadow.high};
  animation: ${rise} ${motion.overlay};
  &:focus {
    outline: none;
  }
  @media ${media.small} {
    left: 0;
    top: auto;
    bottom: 0;
    transform: none;
    width: 100%;
    max-height: calc(100dvh - 48px);
    padding-bottom: calc(${space[24]} + env(safe-area-inset-bottom));
    border-radius: ${radius.card} ${radius.card} 0 0;
    animation-name: ${slide};
  }
`;
