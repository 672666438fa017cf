import { styled } from 'styled-components';
import { space } from './tokens';

/**
 * A card's place in a long list: what is off screen is neither laid out nor painted, and keeps the height it had. The padding leaves room
 * for the focus outline and the shadow, which would be cut off at the edge of the cell otherwise.
 */
export const CardCell = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  min-width: 0;
  margin: calc(-1 * ${space[8]});
  padding: ${space[8]};
  content-visibility: auto;
  contain-intrinsic-size: auto 220px;
  @media print {
    content-visibility: visible;
  }
`;
