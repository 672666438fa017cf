import { color, media, size } from '@lectern/ui';
import { styled } from 'styled-components';

/** How to go on: the first part names the keys, the second one, for touch, the gestures. */
export const KeysHint = styled.p`
  font-size: ${size[14]};
  text-align: center;
  color: ${color['ink-faint']};
  > :last-child {
    display: none;
  }
  @media ${media.touch} {
    > :first-child {
      display: none;
    }
    > :last-child {
      display: inline;
    }
  }
`;
