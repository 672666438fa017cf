import { getSession } from '@lectern/platform';
import { useEffect, useEffectEvent, useState } from 'react';

/** The page refreshes so long after success=true (specification, section 9). */
const firstLookMs = 1_000;
/** Between further looks: the payment provider tells the service about the payment on a way of its own. */
const nextLookMs = 2_000;
const mostLooks = 8;

/** `confirming` while the payment is not known here yet, `late` when it was still not after the last look. */
export type CheckoutReturn = 'none' | 'confirming' | 'confirmed' | 'late';

interface ReturnOptions {
  /** The address says success=true. */
  isReturning: boolean;
  /** Reads subscription and limits again, and tells whether the learner has premium. */
  look: () => Promise<boolean>;
  /** Takes success=true out of the address, so that a reload does not look again. */
  clean: () => void;
}

/** After a checkout: looks after 1 s, and a few times more until premium shows. */
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
