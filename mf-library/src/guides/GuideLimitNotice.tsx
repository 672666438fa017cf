import { openUpgradeModal, useLimits } from '@lectern/platform';
import { AlertCircle, Button, Notice } from '@lectern/ui';
import type { ReactNode } from 'react';

/** A notice that the free plan's limit is reached. Renders nothing below the limit. */
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
