import { color, media, size } from '@lectern/ui';
import { styled } from 'styled-components';

/** A hint on how to continue: the first part names the keys, the second one the touch gestures. */
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
