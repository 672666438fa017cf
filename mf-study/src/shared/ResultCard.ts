import { color, media, radius, size, space } from '@lectern/ui';
import { styled } from 'styled-components';

/** The card at the end of a quiz or deck: a ring, a sentence, the counts and the next steps. */
export const ResultCard = styled.section`
  display: grid;
  justify-items: center;
  gap: ${space[16]};
  padding: ${space[32]} ${space[24]};
  border: 1px solid ${color.line};
  border-radius: ${radius.card};
  background: ${color.raised};
  text-align: center;
  h2 {
    font-size: ${size[28]};
  }
  /* Keeps the first next step visible on a phone without scrolling. */
  @media ${media.small} {
    gap: ${space[12]};
    padding: ${space[16]};
    h2 {
      font-size: ${size[22]};
    }
  }
`;

/** Counts of correct, incorrect and skipped items. */
export const ResultCounts = styled.ul`
  display: flex;
  flex-wrap: wrap;
  justify-content: center;
  gap: ${space[8]} ${space[24]};
  color: ${color['ink-soft']};
  font-variant-numeric: tabular-nums;
`;

/** The next steps. On a phone each takes the full width. */
export const ResultActions = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: center;
  gap: ${space[12]};
  margin-top: ${space[8]};
  @media ${media.small} {
    width: 100%;
    > * {
      flex: 1 1 100%;
    }
  }
`;

/** Further steps, in a row of their own below the first ones. For quiet buttons. */
export const FurtherActions = styled.div`
  display: flex;
  flex: 1 1 100%;
  flex-wrap: wrap;
  justify-content: center;
  gap: ${space[4]};
`;
