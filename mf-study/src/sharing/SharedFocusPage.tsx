import type { SharedPage } from '@lectern/platform';
import { Button, Copy, Flag, media, Menu, ReportPageDialog, useMediaQuery } from '@lectern/ui';
import { useState, type ReactNode } from 'react';
import { FocusPage, type FocusPageProps } from '../shared/FocusPage';
import { ItemTitle } from '../shared/ItemTitle';
import { splitTitle } from '../shared/text';

/** Copies what is shared into the learner's account. */
export const CopyButton = ({ page, isMain = false }: { page: SharedPage; isMain?: boolean }): ReactNode => (
  <Button
    variant={isMain ? 'primary' : 'secondary'}
    icon={<Copy aria-hidden />}
    isBusy={page.isCopying}
    busyLabel="Copying..."
    onClick={page.onCopy}
  >
    Copy to my Lectern
  </Button>
);

/** Says who shares a quiz or deck. */
export const sharedBy = (what: string, owner: string | null): string => (owner === null ? `Shared ${what}` : `Shared by ${owner}`);

export interface SharedFocusPageProps extends Pick<FocusPageProps, 'position' | 'actions' | 'children'> {
  title: string;
  page: SharedPage;
  /** Whether the content offers the copy itself. */
  hasCopy?: boolean;
}

/** A shared quiz or deck in focus mode. Its line has the button to copy, and a menu that reports the page. */
export const SharedFocusPage = ({ title, page, hasCopy = false, ...focusPage }: SharedFocusPageProps): ReactNode => {
  const isNarrow = useMediaQuery(media.small);
  const [isReporting, setIsReporting] = useState(false);
  return (
    <>
      <FocusPage
        closeTo="/"
        title={<ItemTitle title={title} />}
        menu={
          <>
            {!isNarrow && !hasCopy && <CopyButton page={page} />}
            <Menu
              title={splitTitle(title)[1]}
              entries={[
                ...(isNarrow && !hasCopy ? [{ label: 'Copy to my Lectern', icon: <Copy aria-hidden />, onSelect: page.onCopy }] : []),
                {
                  label: 'Report this page',
                  icon: <Flag aria-hidden />,
                  onSelect: () => {
                    setIsReporting(true);
                  },
                },
              ]}
            />
          </>
        }
        {...focusPage}
      />
      <ReportPageDialog
        isOpen={isReporting}
        onClose={() => {
          setIsReporting(false);
        }}
        report={page.report}
      />
    </>
  );
};
