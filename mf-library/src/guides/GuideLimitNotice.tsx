import { openUpgradeModal, useLimits } from '@lectern/platform';
import { AlertCircle, Button, Notice } from '@lectern/ui';
import type { ReactNode } from 'react';

/** Says that the limit of the free plan is reached; nothing below the limit. */
export const GuideLimitNotice = (): ReactNode => {
  const { isAtLimit, limitOf } = useLimits();
  return (
    isAtLimit('studyMaterials') && (
      <Notice
        tone="warning"
        icon={<AlertCircle aria-hidden />}
        action={
          <Button
            variant="secondary"
            onClick={() => {
              openUpgradeModal();
            }}
          >
            See premium
          </Button>
        }
      >
        You have {limitOf('studyMaterials')} study guides, as many as the free plan holds. Delete one, or upgrade to make more.
      </Notice>
    )
  );
};
