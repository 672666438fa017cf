import { calls, type SubscriptionStatus } from '@lectern/contracts';
import {
  call,
  formatDate,
  getSettings,
  queryClient,
  queryKeys,
  reportError,
  toast,
  useIdempotencyKey,
  useLimits,
  type LimitsView,
  usePageTitle,
  withParameters,
} from '@lectern/platform';
import { useSearchParams } from '@lectern/platform/router';
import {
  Badge,
  Button,
  CheckCircle2,
  color,
  CreditCard,
  ErrorState,
  media,
  Notice,
  PageHead,
  radius,
  size,
  SkeletonBlock,
  space,
  Sparkles,
  TextLink,
  VisuallyHidden,
} from '@lectern/ui';
import { useMutation } from '@lectern/platform/query';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { refreshPlan, useSubscription } from '../shared/billingQueries';
import { leaveFor } from '../shared/browser';
import { hasPremium, planView, premiumPriceLine, shownResources } from '../shared/planWords';
import { useReturnToPage } from '../shared/useReturnToPage';
import { UsageMeter } from '../usage-meter/UsageMeter';
import { PlanComparison } from './PlanComparison';
import { useReturnFromCheckout, type CheckoutReturn } from './useReturnFromCheckout';

const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[24]};
  align-items: start;
  @media ${media.large} {
    grid-template-columns: minmax(0, 5fr) minmax(0, 4fr);
  }
`;

const Panel = styled.section`
  display: grid;
  align-content: start;
  gap: ${space[24]};
  padding: ${space[24]};
  border: 1px solid ${color.line};
  border-radius: ${radius.card};
  background: ${color.raised};
  h2 {
    font-size: ${size[22]};
  }
`;

const Wide = styled.div`
  @media ${media.large} {
    grid-column: 1 / -1;
  }
`;

const PlanHead = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space[12]};
`;

const Facts = styled.div`
  display: grid;
  gap: ${space[4]};
  color: ${color['ink-soft']};
  strong {
    color: ${color.ink};
  }
`;

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[12]};
`;

const Support = styled.p`
  margin-top: ${space[24]};
  color: ${color['ink-soft']};
`;

const Above = styled.div`
  &:not(:empty) {
    margin-bottom: ${space[24]};
  }
`;

/** The calls of the plan's buttons: a checkout, or the payment provider's billing portal. */
const useBillingActions = () => {
  const idempotency = useIdempotencyKey();
  const checkout = useMutation({
    mutationFn: () => call(calls.createSubscription, { body: {}, idempotencyKey: idempotency.keyFor('checkout') }),
    onSuccess: ({ checkoutUrl }) => {
      idempotency.done();
      toast.plain('Redirecting to checkout...');
      leaveFor(checkoutUrl);
    },
    onError: (error) => {
      reportError(error, 'Failed to create subscription');
      // The learner may have bought premium in another tab.
      void refreshPlan();
    },
  });
  const portal = useMutation({
    mutationFn: () => call(calls.createPortalSession, { body: {} }),
    onSuccess: ({ url }) => {
      toast.plain('Redirecting to billing portal...');
      leaveFor(url);
    },
    onError: (error) => {
      reportError(error, 'Failed to create portal session');
    },
  });
  // A button stays busy until the other site is shown, so that a second click starts no second checkout. Returning to the page resets it.
  useReturnToPage(() => {
    checkout.reset();
    portal.reset();
    void refreshPlan();
  });
  return { checkout, portal };
};

const PlanCard = ({ subscription }: { subscription: SubscriptionStatus }): ReactNode => {
  const { checkout, portal } = useBillingActions();
  // A plan ends at a point in time, so each render reads the clock.
  // oxlint-disable-next-line react/purity
  const view = planView(subscription, new Date());
  const isPastDue = subscription.subscriptionStatus === 'past_due';
  return (
    <Panel aria-labelledby="plan">
      <PlanHead>
        <h2 id="plan">{view.isPremium ? 'Premium' : 'Free Plan'}</h2>
        <Badge tone={view.badge.tone}>{view.badge.text}</Badge>
      </PlanHead>
      <Facts>
        <p>{view.isPremium ? premiumPriceLine : `Premium is ${premiumPriceLine}.`}</p>
        {view.date && (
          <p>
            {view.date.label} <strong>{formatDate(view.date.time)}</strong>
          </p>
        )}
      </Facts>
      {isPastDue && <Notice tone="warning">Your last payment did not go through. Update your payment details to get Premium back.</Notice>}
      <Actions>
        {view.canManage ? (
          <Button
            variant={isPastDue ? 'primary' : 'secondary'}
            icon={<CreditCard aria-hidden />}
            isBusy={portal.isPending || portal.isSuccess}
            onClick={() => {
              portal.mutate();
            }}
          >
            Manage Billing
          </Button>
        ) : (
          <Button
            icon={<Sparkles aria-hidden />}
            isBusy={checkout.isPending || checkout.isSuccess}
            onClick={() => {
              checkout.mutate();
            }}
          >
            Upgrade to Premium
          </Button>
        )}
      </Actions>
      {view.isPremium && (
        <Facts>
          <p>
            {subscription.cancelAtPeriodEnd
              ? 'You keep Premium until then. You can resume under Manage Billing.'
              : 'Cancel any time under Manage Billing. You keep Premium until the end of the month you paid for.'}
          </p>
        </Facts>
      )}
    </Panel>
  );
};

/** @param query the page's query; calling `useLimits` here would refetch each time the error state is mounted, in a loop */
const Usage = ({ limits, query }: Pick<LimitsView, 'limits' | 'query'>): ReactNode => {
  return (
    <Panel aria-labelledby="usage">
      <h2 id="usage">Usage</h2>
      {limits && shownResources.map((thing) => <UsageMeter key={thing} thing={thing} />)}
      {!limits && (
        <ErrorState onRetry={() => void query.refetch()} isRetrying={query.isFetching}>
          Failed to get user limits
        </ErrorState>
      )}
    </Panel>
  );
};

const ReturnNotice = ({ outcome, isCanceled }: { outcome: CheckoutReturn; isCanceled: boolean }): ReactNode => {
  if (outcome === 'confirming') return <Notice>Your payment is being confirmed. This takes a few seconds.</Notice>;
  if (outcome === 'confirmed') {
    return (
      <Notice tone="success" icon={<CheckCircle2 aria-hidden />}>
        You now have Premium.
      </Notice>
    );
  }
  if (outcome === 'late') {
    return <Notice>Your payment is still being confirmed. Reload this page in a minute, or contact support if nothing changes.</Notice>;
  }
  if (isCanceled) return <Notice tone="neutral">The checkout was canceled. Nothing was charged.</Notice>;
  return null;
};

/** Plan and usage appear together, so that neither shifts the other when it loads. */
const Loading = (): ReactNode => (
  <Columns role="status">
    <VisuallyHidden>Loading your plan and usage</VisuallyHidden>
    <Panel as="div" aria-hidden>
      <SkeletonBlock $width="50%" $height="28px" />
      <SkeletonBlock $width="70%" />
      <SkeletonBlock $width="160px" $height="40px" />
    </Panel>
    <Panel as="div" aria-hidden>
      <SkeletonBlock $width="40%" $height="28px" />
      {shownResources.map((thing) => (
        <SkeletonBlock key={thing} $height="34px" />
      ))}
    </Panel>
  </Columns>
);

const Comparison = (): ReactNode => (
  <Wide>
    <Panel aria-labelledby="plans">
      <h2 id="plans">Compare the plans</h2>
      <PlanComparison />
    </Panel>
  </Wide>
);

const SupportLine = (): ReactNode => {
  const { supportEmail } = getSettings();
  return (
    supportEmail !== '' && (
      <Support>
        Questions about your plan? <TextLink href={`mailto:${supportEmail}`}>Contact Support</TextLink> ({supportEmail})
      </Support>
    )
  );
};

const refreshAndLookForPremium = async (): Promise<boolean> => {
  await refreshPlan();
  const now = queryClient.getQueryData<SubscriptionStatus>(queryKeys.subscription);
  return now !== undefined && hasPremium(now, new Date());
};

/** The billing page: the current plan, its price, the usage, upgrade and cancellation. */
export const SubscriptionScreen = (): ReactNode => {
  usePageTitle('Subscription');
  const [parameters, setParameters] = useSearchParams();
  const subscription = useSubscription();
  const { limits, query } = useLimits();
  const outcome = useReturnFromCheckout({
    isReturning: parameters.get('success') === 'true',
    look: refreshAndLookForPremium,
    clean: () => {
      setParameters((current) => withParameters(current, { success: undefined }), { replace: true });
    },
  });
  return (
    <>
      <PageHead title="Subscription" context="What you have, what you use, and what it costs." />
      <Above role="status">
        <ReturnNotice outcome={outcome} isCanceled={parameters.get('canceled') === 'true'} />
      </Above>
      {subscription.isPending || query.isPending ? (
        <Loading />
      ) : (
        <Columns>
          {subscription.data ? (
            <PlanCard subscription={subscription.data} />
          ) : (
            <ErrorState onRetry={() => void subscription.refetch()} isRetrying={subscription.isFetching}>
              Failed to get subscription status
            </ErrorState>
          )}
          <Usage limits={limits} query={query} />
          <Comparison />
        </Columns>
      )}
      <SupportLine />
    </>
  );
};
