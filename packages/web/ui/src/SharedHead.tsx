import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { Button } from './Button';
import { Copy } from './icons';
import { PageHead } from './PageHead';

const Head = styled.div`
  @media print {
    button {
      display: none;
    }
  }
`;

export interface SharedHeadProps {
  title: ReactNode;
  /** 'study guide' */
  what: string;
  /** The owner's first name; `null` if it is not shown. */
  owner: string | null;
  /** Further context: '3 study guides' */
  context?: string;
  /** Defaults to 'Copy to my Lectern'. */
  copyLabel?: string;
  isCopying: boolean;
  onCopy: () => void;
  /** Further buttons. */
  children?: ReactNode;
}

/** The head of a page that anyone with its link can read: who shares it, and the button to copy it. */
export const SharedHead = ({
  title,
  what,
  owner,
  context,
  copyLabel = 'Copy to my Lectern',
  isCopying,
  onCopy,
  children,
}: SharedHeadProps): ReactNode => (
  <Head>
    <PageHead
      title={title}
      context={[owner === null ? `Shared ${what}` : `${what.charAt(0).toUpperCase()}${what.slice(1)} shared by ${owner}`, context]
        .filter(Boolean)
        .join(' · ')}
      actions={
        <>
          <Button icon={<Copy aria-hidden />} isBusy={isCopying} busyLabel="Copying..." onClick={onCopy}>
            {copyLabel}
          </Button>
          {children}
        </>
      }
    />
  </Head>
);
