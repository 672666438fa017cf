import { css, keyframes, styled } from 'styled-components';
import { color, measure, media, motion, radius, shadow, size, space } from './tokens';

const appear = keyframes`from { opacity: 0; transform: translateY(-4px); }`;
const slide = keyframes`from { transform: translateY(100%); }`;

const fade = keyframes`from { opacity: 0; }`;

/** Dims the page behind a menu that is a sheet. It takes the tap that closes the sheet. */
export const MenuVeil = styled.div.attrs({ 'aria-hidden': true })`
  display: none;
  @media ${media.small} {
    display: block;
    position: fixed;
    inset: 0;
    z-index: 60;
    background: ${color.veil};
    touch-action: none;
    animation: ${fade} ${motion.overlay};
  }
`;

/** The styles of menus, including custom ones. Below 720 px a menu is a sheet at the bottom, over a `MenuVeil`. */
export const menuSurface = css`
  position: fixed;
  z-index: 40;
  min-width: 208px;
  max-width: min(320px, calc(100vw - 24px));
  overflow-y: auto;
  padding: ${space[4]};
  border: 1px solid ${color.line};
  border-radius: ${radius.card};
  background: ${color.raised};
  color: ${color.ink};
  box-shadow: ${shadow.high};
  outline: none;
  animation: ${appear} ${motion.state};
  @media ${media.small} {
    inset: auto 0 0;
    z-index: 60;
    max-width: none;
    max-height: calc(100dvh - 96px);
    padding: ${space[12]} ${space[8]} calc(${space[16]} + env(safe-area-inset-bottom));
    border-radius: ${radius.card} ${radius.card} 0 0;
    overscroll-behavior: contain;
    animation-name: ${slide};
  }
`;

export const menuItem = css<{ $isDestructive?: boolean }>`
  display: flex;
  align-items: center;
  gap: ${space[12]};
  min-height: 40px;
  padding: ${space[8]} ${space[12]};
  border-radius: ${radius.field};
  font-size: ${size[14]};
  color: ${({ $isDestructive }) => ($isDestructive ? color.danger : color.ink)};
  text-decoration: none;
  cursor: pointer;
  user-select: none;
  outline: none;
  overflow-wrap: anywhere;
  svg {
    flex: none;
    width: 18px;
    height: 18px;
    color: ${({ $isDestructive }) => ($isDestructive ? 'currentColor' : color['ink-faint'])};
  }
  &:focus {
    background: ${({ $isDestructive }) => ($isDestructive ? color['danger-tint'] : color['accent-tint'])};
    /* Forced colours replace the background. */
    @media (forced-colors: active) {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
  }
  &[aria-disabled] {
    color: ${color['ink-faint']};
    cursor: default;
  }
  @media ${media.touch} {
    min-height: ${measure.target};
  }
  @media ${media.small} {
    font-size: ${size[16]};
  }
`;
