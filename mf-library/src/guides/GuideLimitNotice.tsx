import { openUpgradeModal, useLimits } from '@lectern/platform';
import { AlertCircle, Button, Notice } from '@lectern/ui';
import type { ReactNode } from 'react';

/** Says that the limit of the free plan is reached; nothing below the limit. */
export const GuideLimitNotice = (): ReactNode => {
  const { isAtLimit, reasonOf } = useLimits();
  return (
    isAtLimit('studyMaterials') && (
      <Notice
        tone="warning"
        icon={<AlertCircle aria-hidden />}
        action={
          <Button
            variant="secondary"
            onClick={() => {
              openUpgradeModal(reasonOf('studyMaterials'));
            }}
          >
            See Premium
          </Button>
        }
      >
        {reasonOf('studyMaterials')}
      </Notice>
    )
  );
};
