import { styled } from 'styled-components';
import { media, space } from './tokens';

/** A grid of cards in 1, 2 or 3 columns. */
export const CardGrid = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[16]};
  @media ${media.medium} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: ${space[24]};
  }
  @media ${media.large} {
    grid-template-columns: repeat(3, minmax(0, 1fr));
  }
`;
