import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { color, size, space } from './tokens';

const List = styled.ol`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[4]} ${space[8]};
  margin-bottom: ${space[16]};
  font-size: ${size[14]};
  color: ${color['ink-faint']};
  a {
    color: ${color['ink-soft']};
  }
  li {
    min-width: 0;
    overflow-wrap: anywhere;
  }
  /* Follows the item, so that no line begins with a separator. */
  li:not(:last-child)::after {
    content: '/';
    margin-left: ${space[8]};
    color: ${color['ink-faint']};
  }
`;

export interface BreadcrumbProps {
  /** Starts with the outermost: the router's `Link`s, and plain text for the current page. */
  items: readonly ReactNode[];
}

export const Breadcrumb = ({ items }: BreadcrumbProps): ReactNode => (
  <nav aria-label="Breadcrumb">
    <List>
      {items.map((item, index) => (
        <li key={index} aria-current={index === items.length - 1 && typeof item === 'string' ? 'page' : undefined}>
          {item}
        </li>
      ))}
    </List>
  </nav>
);
