import { getSession } from '@lectern/platform';
import { useEffect, useEffectEvent, useState } from 'react';

/** The delay of the first refresh after success=true. Milliseconds. */
const firstLookMs = 1_000;
/** The interval of further refreshes: the payment provider notifies the service by a webhook, which may be late. Milliseconds. */
const nextLookMs = 2_000;
const mostLooks = 8;

/** `confirming` while the service has not seen the payment, `late` if it still has not after the last refresh. */
export type CheckoutReturn = 'none' | 'confirming' | 'confirmed' | 'late';

interface ReturnOptions {
  /** Whether the address has success=true. */
  isReturning: boolean;
  /** Refetches subscription and limits. Resolves to whether the learner has premium. */
  look: () => Promise<boolean>;
  /** Removes success=true from the address, so that a reload does not start again. */
  clean: () => void;
}

/** Handles the return from a checkout: refreshes after 1 s, then every 2 s until the learner has premium, at most 8 times. */
export const useReturnFromCheckout = ({ isReturning, look, clean }: ReturnOptions): CheckoutReturn => {
  const [state, setState] = useState<CheckoutReturn>(isReturning ? 'confirming' : 'none');
  const lookOnce = useEffectEvent(look);
  const finish = useEffectEvent((outcome: CheckoutReturn) => {
    setState(outcome);
    clean();
  });

  useEffect(() => {
    if (!isReturning) return;
    let looks = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isCurrent = true;
    const step = async (): Promise<void> => {
      looks += 1;
      const isPremium = await lookOnce().catch(() => false);
      if (!isCurrent || getSession().token === undefined) return;
      if (isPremium) finish('confirmed');
      else if (looks >= mostLooks) finish('late');
      else timer = setTimeout(() => void step(), nextLookMs);
    };
    timer = setTimeout(() => void step(), firstLookMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [isReturning]);

  return state;
};
