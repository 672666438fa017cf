import { color, media, size } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

const Line = styled.p`
  flex: 1;
  align-self: center;
  font-size: ${size[14]};
  color: ${color['ink-soft']};
  /* On a line of its own, above the buttons. */
  @media ${media.small} {
    && {
      flex-basis: 100%;
      text-align: center;
    }
  }
`;

/** Says why the buttons next to it are disabled. */
export const ChooseFirst = (): ReactNode => <Line>Choose an answer first.</Line>;
