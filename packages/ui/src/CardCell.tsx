import { styled } from 'styled-components';
import { space } from './tokens';

/**
 * A cell of a long list. Off screen it is neither laid out nor painted and keeps its last height. The padding leaves room for the focus
 * outline and the shadow, which would otherwise be clipped at the edge of the cell.
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
