import { space } from '@lectern/ui';
import { styled } from 'styled-components';

/** How an item was made, and the offer to check it, on one line if they fit. */
export const Origin = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space[4]} ${space[16]};
  /* The text of the quiet button, not its padding, is at the edge. */
  > a {
    margin-inline: calc(-1 * ${space[16]});
  }
`;
