import { productName } from '@lectern/platform';
import { color, size, space } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

const Base = styled.span`
  display: inline-flex;
  align-items: center;
  gap: ${space[8]};
  /*
   * A font of seven letters that the build extracts from the serif (packages/web/build/src/fonts.js). Most pages do not need the whole
   * serif.
   */
  font-family: 'Lectern Wordmark', 'Source Serif Fallback', Georgia, serif;
  font-size: ${size[22]};
  font-weight: 650;
  line-height: 1;
  letter-spacing: -0.015em;
  color: ${color.ink};
  svg {
    width: 28px;
    height: 28px;
  }
  .desk {
    fill: ${color.accent};
  }
  .page {
    fill: none;
    stroke: ${color['on-accent']};
    stroke-width: 2;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
`;

/** The product's name with its logo: an open book on a lectern. */
export const Wordmark = (): ReactNode => (
  <Base>
    <svg viewBox="0 0 28 28" aria-hidden>
      <rect className="desk" width="28" height="28" rx="8" />
      <path className="page" d="M14 10.500c-2-1.500-4.500-2-7-2v9c2.500 0 5 .5 7 2 2-1.500 4.500-2 7-2v-9c-2.500 0-5 .5-7 2Zm0 0v9" />
    </svg>
    {productName}
  </Base>
);
