import { usePageTitle } from '@lectern/platform';
import { Link } from '@lectern/platform/router';
import { Breadcrumb, Button, color, font, PageHead, Printer, size, space, TextSkeleton } from '@lectern/ui';
import type { ReactNode } from 'react';
import { createGlobalStyle, styled } from 'styled-components';
import { ItemTitle } from '../shared/ItemTitle';
import { splitTitle } from '../shared/text';

/** Prints only the sheets, in black on white, at full width between the margins. */
const PaperStyle = createGlobalStyle`
  @page { margin: 12mm; }
  @media print {
    html { font-size: 11pt; }
    body { color: ${color.ink}; font-family: ${font.reading}; }
    main { max-width: none !important; padding: 0 !important; }
  }
`;

/** Content for the screen only. */
const OnScreen = styled.div`
  max-width: 860px;
  h1 {
    margin-bottom: ${space[8]};
    font-size: ${size[28]};
  }
  > p {
    max-width: 68ch;
    color: ${color['ink-soft']};
  }
  @media print {
    display: none;
  }
`;

const Controls = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  justify-content: space-between;
  gap: ${space[16]};
  margin: ${space[24]} 0;
  fieldset {
    flex: 1 1 280px;
  }
`;

export interface PrintPageProps {
  /** Link back to the list. */
  list: { label: string; to: string };
  title: string;
  /** One sentence that describes the printout. */
  lead: string;
  /** Print options. */
  choice: ReactNode;
  /** The sheets to print. */
  children: ReactNode;
}

/** A print preview with its options. */
export const PrintPage = ({ list, title, lead, choice, children }: PrintPageProps): ReactNode => {
  usePageTitle(`Print ${splitTitle(title)[1]}`);
  return (
    <>
      <PaperStyle />
      <OnScreen>
        <Breadcrumb
          items={[
            <Link key="list" to={list.to}>
              {list.label}
            </Link>,
            <ItemTitle key="title" title={title} />,
          ]}
        />
        <h1>Print</h1>
        <p>{lead}</p>
        <Controls>
          {choice}
          <Button
            icon={<Printer aria-hidden />}
            onClick={() => {
              print();
            }}
          >
            Print
          </Button>
        </Controls>
      </OnScreen>
      {children}
    </>
  );
};

/** Shown while the quiz or deck is loading. */
export const PrintSkeleton = ({ label }: { label: string }): ReactNode => (
  <>
    <PageHead title="Print" />
    <TextSkeleton label={label} lines={8} />
  </>
);
