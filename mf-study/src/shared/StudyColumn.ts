import { styled } from 'styled-components';

/** The column in the middle of the page in which a quiz is taken or a deck is learned. */
export const StudyColumn = styled.div`
  max-width: 760px;
  margin: 0 auto;
`;
