import { getSession } from '@lectern/platform';
import { useEffect, useEffectEvent, useState } from 'react';

/** The first refresh after success=true. Milliseconds. */
const firstLookMs = 1_000;
/** Between further refreshes: the payment provider notifies the service by a webhook, which may come later. Milliseconds. */
const nextLookMs = 2_000;
const mostLooks = 8;

/** `confirming` while the service does not know of the payment, `late` when it still does not after the last refresh. */
export type CheckoutReturn = 'none' | 'confirming' | 'confirmed' | 'late';

interface ReturnOptions {
  /** The address has success=true. */
  isReturning: boolean;
  /** Reads subscription and limits again. Resolves to whether the learner has premium. */
  look: () => Promise<boolean>;
  /** Removes success=true from the address, so that a reload does not start again. */
  clean: () => void;
}

/** After a checkout: refreshes after 1 s, and then every 2 s until the learner has premium, at most 8 times. */
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
