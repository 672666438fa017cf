import { color, GlobalStyle, measure, media, space } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { Wordmark } from '../frame/Wordmark';

const Bar = styled.div`
  display: flex;
  align-items: center;
  height: ${measure.header};
  padding: 0 ${space[16]};
  background: ${color.paper};
  @media ${media.medium} {
    padding: 0 ${space[24]};
  }
`;

/** Shown until the code of the page is loaded. */
export const Blank = (): ReactNode => (
  <>
    <GlobalStyle />
    <Bar>
      <Wordmark />
    </Bar>
  </>
);
