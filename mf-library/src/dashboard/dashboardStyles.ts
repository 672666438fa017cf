import { color, radius, size, space } from '@lectern/ui';
import { styled } from 'styled-components';

/** A dashboard section with its heading. */
export const Section = styled.section`
  min-width: 0;
  h2 {
    margin-bottom: ${space[16]};
    font-size: ${size[18]};
  }
`;
/** Reserves the height of three lines, so that content that loads later does not shift the page. */
export const Room = styled.div`
  display: grid;
  min-height: 222px;
  align-items: start;
`;
/** The text of an empty list. */
export const Quiet = styled.p`
  display: grid;
  place-items: center;
  align-self: stretch;
  min-height: 96px;
  padding: ${space[24]};
  text-align: center;
  border: 1px dashed ${color.line};
  border-radius: ${radius.card};
  color: ${color['ink-soft']};
`;
/** A list whose lines each start with an icon. */
export const Lines = styled.ul`
  display: grid;
  list-style: none;
  margin: 0;
  padding: 0;
  border: 1px solid ${color.line};
  border-radius: ${radius.card};
  background: ${color.raised};
  li {
    display: flex;
    align-items: center;
    gap: ${space[12]};
    min-height: 72px;
    padding: ${space[12]} ${space[16]};
  }
  li + li {
    border-top: 1px solid ${color.line};
  }
  svg {
    flex: none;
    width: 20px;
    height: 20px;
    color: ${color.accent};
  }
  a {
    color: inherit;
    font-weight: 600;
    text-decoration: none;
    overflow-wrap: anywhere;
  }
  a:hover {
    text-decoration: underline;
  }
  p {
    min-width: 0;
    flex: 1;
  }
  small {
    display: block;
    font-size: ${size[14]};
    color: ${color['ink-faint']};
  }
`;
