import { css, keyframes } from 'styled-components';
import { color, measure, media, motion, radius, shadow, size, space } from './tokens';

const appear = keyframes`from { opacity: 0; transform: translateY(-4px); }`;

/** The look of floating lists, for menus of other kinds. */
export const menuSurface = css`
  z-index: 40;
  min-width: 208px;
  max-width: min(320px, calc(100vw - 24px));
  max-height: min(420px, var(--radix-dropdown-menu-content-available-height, 420px));
  overflow-y: auto;
  padding: ${space[4]};
  border: 1px solid ${color.line};
  border-radius: ${radius.card};
  background: ${color.raised};
  color: ${color.ink};
  box-shadow: ${shadow.high};
  animation: ${appear} ${motion.state};
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
  &[data-highlighted],
  &[data-state='open'] {
    background: ${({ $isDestructive }) => ($isDestructive ? color['danger-tint'] : color['accent-tint'])};
  }
  &[data-disabled] {
    color: ${color['ink-faint']};
    cursor: default;
  }
  @media ${media.touch} {
    min-height: ${measure.target};
  }
`;
