import { writtenByLearner } from '@lectern/contracts';
import { Link } from '@lectern/platform/router';
import { Button, Check } from '@lectern/ui';
import { useState, type ReactNode } from 'react';

/** Age after which the offer disappears, because the quiz or deck is in use. Milliseconds. */
const newFor = 24 * 60 * 60 * 1000;

export interface CheckOfferProps {
  item: { _id: string; createdAt: string; generatedBy: string };
  kind: 'card' | 'question';
}

/** Offers to check newly generated items one at a time: keep, edit or drop. */
export const CheckOffer = ({ item: { _id, createdAt, generatedBy }, kind }: CheckOfferProps): ReactNode => {
  const [now] = useState(() => Date.now());
  if (generatedBy === writtenByLearner || now - Date.parse(createdAt) > newFor) return null;
  return (
    <Button
      as={Link}
      to={kind === 'card' ? `/flashcards/${_id}/check` : `/quizzes/${_id}/check`}
      variant="quiet"
      icon={<Check aria-hidden />}
    >
      Check your {kind}s
    </Button>
  );
};
