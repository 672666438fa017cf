import { styled } from 'styled-components';

/** The centred column for a quiz or deck. */
export const StudyColumn = styled.div`
  max-width: 760px;
  margin: 0 auto;
`;
