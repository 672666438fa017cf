import { calls, premiumPrice } from '@lectern/contracts';
import { ApiError, call, reportError, toast, useIdempotencyKey, type SlotProps } from '@lectern/platform';
import { Button, color, Notice, size, space, Sparkles } from '@lectern/ui';
import { useMutation } from '@lectern/platform/query';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { refreshPlan } from '../shared/billingQueries';
import { leaveFor } from '../shared/browser';
import { FeatureList } from '../shared/FeatureList';
import { premiumFeatures } from '../shared/planWords';
import { useReturnToPage } from '../shared/useReturnToPage';

const Base = styled.div`
  display: grid;
  gap: ${space[24]};
`;

const Price = styled.p`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: ${space[8]};
  color: ${color['ink-soft']};
  strong {
    font-size: ${size[36]};
    line-height: 1.1;
    letter-spacing: -0.02em;
    color: ${color.ink};
    font-variant-numeric: tabular-nums;
  }
`;

/** `billing/upgrade/v1`: the content of the upgrade modal. */
export const UpgradeSlot = ({ message, onDone }: SlotProps['billing/upgrade/v1']): ReactNode => {
  const idempotency = useIdempotencyKey();
  const upgrade = useMutation({
    mutationFn: () => call(calls.upgradeSubscription, { body: {}, idempotencyKey: idempotency.keyFor('upgrade') }),
    onSuccess: async ({ status, checkoutUrl }) => {
      idempotency.done();
      if (status === 'active') {
        await refreshPlan();
        toast.success('You now have Premium');
        onDone();
        return;
      }
      if (checkoutUrl === undefined) throw new ApiError({ status: 200, code: 'unexpected_answer' });
      toast.plain('Redirecting to checkout...');
      leaveFor(checkoutUrl);
    },
    onError: (error) => {
      reportError(error, 'Failed to create subscription');
    },
  });
  useReturnToPage(() => {
    upgrade.reset();
  });
  return (
    <Base>
      {message !== undefined && message !== '' && <Notice>{message}</Notice>}
      <Price>
        <strong>{premiumPrice}</strong> per month, cancel anytime
      </Price>
      <FeatureList features={premiumFeatures} />
      <Button
        isLarge
        isWide
        icon={<Sparkles aria-hidden />}
        isBusy={upgrade.isPending || upgrade.isSuccess}
        onClick={() => {
          upgrade.mutate();
        }}
      >
        Upgrade to Premium
      </Button>
    </Base>
  );
};
