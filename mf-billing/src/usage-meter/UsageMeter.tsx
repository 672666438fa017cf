import type { LimitedResource } from '@lectern/contracts';
import { openUpgradeModal, useLimits } from '@lectern/platform';
import { Button, UsageBar, usageLevel } from '@lectern/ui';
import type { ReactNode } from 'react';
import { limitedResourceNames } from '../shared/planWords';

/** A limit's usage in words: near at 80 percent of the limit, reached at or above it. Renders nothing until the limits are known. */
export const UsageMeter = ({ thing }: { thing: LimitedResource }): ReactNode => {
  const { limits, isPremium, reasonOf } = useLimits();
  if (!limits) return null;
  const { current, limit } = limits[thing];
  const level = usageLevel(current, limit ?? undefined);
  const type = limitedResourceNames[thing].toLowerCase();
  return (
    <UsageBar
      label={limitedResourceNames[thing]}
      current={current}
      limit={limit ?? undefined}
      note={
        level === 'reached' ? (
          <>
            <span>You&apos;ve reached your {type} limit. Upgrade to continue.</span>
            {!isPremium && (
              <Button
                variant="secondary"
                onClick={() => {
                  openUpgradeModal(reasonOf(thing));
                }}
              >
                Upgrade
              </Button>
            )}
          </>
        ) : (
          level === 'near' && <span>You&apos;re near your {type} limit. Consider upgrading.</span>
        )
      }
    />
  );
};
