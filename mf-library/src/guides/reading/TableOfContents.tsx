import { color, FormulaText, measure, SidePanel, size, space, useMediaQuery } from '@lectern/ui';
import { useEffect, useRef, type ReactNode } from 'react';
import { styled } from 'styled-components';
import type { Section } from './useSections';

/** The media query at which the table of contents is shown next to the text. */
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
  /* Leaves space for the focus outline. */
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
export interface TableOfContentsProps {
  sections: readonly Section[];
  current: string | undefined;
}

interface SectionLinksProps extends Partial<TableOfContentsProps> {
  sections: readonly Section[];
  /** Called when the learner follows a section's link. */
  onFollow?: (id: string) => void;
}

/** Links to the fragments of the sections. */
const SectionLinks = ({ sections, current, onFollow }: SectionLinksProps): ReactNode => (
  <Links>
    {sections.map(({ id, text, level }) => (
      <li key={id} data-level={level}>
        <a
          href={`#${encodeURIComponent(id)}`}
          dir="auto"
          aria-current={id === current ? 'location' : undefined}
          onClick={() => onFollow?.(id)}
        >
          <FormulaText>{text}</FormulaText>
        </a>
      </li>
    ))}
  </Links>
);

/** The table of contents next to the text. Wide windows only. */
export const TableOfContents = ({ sections, current }: TableOfContentsProps): ReactNode => {
  const isBeside = useMediaQuery(contentsBeside);
  return (
    isBeside &&
    sections.length > 1 && (
      <Beside aria-labelledby="contents-title">
        <h2 id="contents-title">Contents</h2>
        <SectionLinks sections={sections} current={current} />
      </Beside>
    )
  );
};

const PanelLinks = styled.nav`
  a {
    padding-block: ${space[12]};
  }
`;

export interface ContentsPanelProps {
  sections: readonly Section[];
  isOpen: boolean;
  onClose: () => void;
}

/** The table of contents for windows too narrow to show it next to the text: a side panel, or a sheet on a phone. */
export const ContentsPanel = ({ sections, isOpen, onClose }: ContentsPanelProps): ReactNode => {
  const opener = useRef<Element | null>(null);
  const followed = useRef<string>(undefined);
  useEffect(() => {
    if (!isOpen) return;
    opener.current = document.activeElement;
    followed.current = undefined;
  }, [isOpen]);
  /** The chosen heading, or else the button. */
  const returnFocus = (): HTMLElement | undefined => {
    const target = followed.current === undefined ? opener.current : document.getElementById(followed.current);
    return target instanceof HTMLElement ? target : undefined;
  };
  return (
    <SidePanel isOpen={isOpen} onClose={onClose} title="Contents" opening={0} returnFocus={returnFocus}>
      <PanelLinks aria-label="Contents">
        <SectionLinks
          sections={sections}
          onFollow={(id) => {
            followed.current = id;
            onClose();
          }}
        />
      </PanelLinks>
    </SidePanel>
  );
};
