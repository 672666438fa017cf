import { color, measure, radius, size, space, useMediaQuery } from '@lectern/ui';
import { useRef, type ReactNode } from 'react';
import { styled } from 'styled-components';
import type { Section } from './useSections';

/** From this width on the table of contents stands beside the text. */
export const contentsBeside = '(min-width: 1200px)';

const Links = styled.ol`
  display: grid;
  gap: 2px;
  font-size: ${size[14]};
  line-height: 1.4;
  a {
    display: block;
    padding: ${space[4]} ${space[12]};
    border-left: 2px solid ${color.line};
    color: ${color['ink-soft']};
    text-decoration: none;
    overflow-wrap: anywhere;
  }
  a:hover {
    color: ${color.ink};
  }
  a[aria-current] {
    border-color: ${color.accent};
    color: ${color.ink};
    font-weight: 600;
  }
  li[data-level='3'] a {
    padding-left: ${space[24]};
  }
`;
const Beside = styled.nav`
  position: sticky;
  top: calc(${measure.header} + ${space[24]});
  max-height: calc(100dvh - ${measure.header} - ${space[48]});
  overflow-y: auto;
  overscroll-behavior: contain;
  /* Room for the focus outline. */
  padding: ${space[4]};
  h2 {
    margin: 0 0 ${space[8]} ${space[12]};
    font-size: ${size[14]};
    color: ${color['ink-faint']};
  }
  @media print {
    display: none;
  }
`;
const Folded = styled.nav`
  margin-bottom: ${space[24]};
  border: 1px solid ${color.line};
  border-radius: ${radius.card};
  background: ${color.raised};
  summary {
    padding: ${space[12]} ${space[16]};
    border-radius: ${radius.card};
    font-weight: 600;
    cursor: pointer;
  }
  ol {
    padding: 0 ${space[16]} ${space[16]};
  }
  a {
    padding-block: ${space[12]};
  }
  @media print {
    display: none;
  }
`;

export interface TableOfContentsProps {
  sections: readonly Section[];
  current: string | undefined;
}

/** The guide's table of contents: beside the text on wide screens, otherwise collapsed above it. Its links are fragments of the page. */
export const TableOfContents = ({ sections, current }: TableOfContentsProps): ReactNode => {
  const isBeside = useMediaQuery(contentsBeside);
  const fold = useRef<HTMLDetailsElement>(null);
  if (sections.length < 2) return null;
  const links = (
    <Links>
      {sections.map(({ id, text, level }) => (
        <li key={id} data-level={level}>
          <a
            href={`#${encodeURIComponent(id)}`}
            aria-current={id === current ? 'location' : undefined}
            onClick={() => {
              // Collapsed before the browser scrolls to the section, which moves by it.
              if (fold.current) fold.current.open = false;
            }}
          >
            {text}
          </a>
        </li>
      ))}
    </Links>
  );
  return isBeside ? (
    <Beside aria-labelledby="contents-title">
      <h2 id="contents-title">Contents</h2>
      {links}
    </Beside>
  ) : (
    <Folded aria-label="Contents">
      <details ref={fold}>
        <summary>Contents</summary>
        {links}
      </details>
    </Folded>
  );
};
