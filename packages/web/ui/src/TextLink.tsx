import { styled } from 'styled-components';
import { color } from './tokens';

/** A link in running text. Use `as={Link}` for addresses of the site. */
export const TextLink = styled.a`
  font-weight: 600;
  color: ${color.accent};
  text-decoration: none;
  &:hover {
    color: ${color['accent-hover']};
    text-decoration: underline;
  }
`;
