import { useEffect, useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { color, radius, shadow, size, space } from './tokens';

const Line = styled.p`
  position: fixed;
  z-index: 60;
  left: 50%;
  bottom: ${space[64]};
  transform: translateX(-50%);
  width: max-content;
  max-width: calc(100vw - 32px);
  padding: ${space[12]} ${space[16]};
  border: 1px solid ${color.danger};
  border-radius: ${radius.field};
  background: ${color['danger-tint']};
  color: ${color.danger};
  font-size: ${size[14]};
  box-shadow: ${shadow.high};
`;

/** A message that code could not be loaded. Disappears with the next key or pointer press. */
export const LoadProblem = (): ReactNode => {
  const [isShown, setIsShown] = useState(true);
  useEffect(() => {
    const hide = (): void => {
      setIsShown(false);
    };
    addEventListener('pointerdown', hide);
    addEventListener('keydown', hide);
    return () => {
      removeEventListener('pointerdown', hide);
      removeEventListener('keydown', hide);
    };
  }, []);
  return isShown && <Line role="alert">This did not load. Check your connection, then try again.</Line>;
};
