import { writtenByLearner } from '@lectern/contracts';
import { Link } from '@lectern/platform/router';
import { Button, Check } from '@lectern/ui';
import { useState, type ReactNode } from 'react';

/** Milliseconds after which a quiz or deck is not offered for checking any more: it is in use. */
const newFor = 24 * 60 * 60 * 1000;

export interface CheckOfferProps {
  item: { _id: string; createdAt: string; generatedBy: string };
  kind: 'card' | 'question';
}

/** Offers to check what was just generated: keep, edit or drop, one at a time. */
export const CheckOffer = ({ item: { _id, createdAt, generatedBy }, kind }: CheckOfferProps): ReactNode => {
  const [now] = useState(() => Date.now());
  if (generatedBy === writtenByLearner || now - Date.parse(createdAt) > newFor) return null;
  return (
    <Button
      as={Link}
      to={kind === 'card' ? `/flashcards/${_id}/check` : `/quizzes/${_id}/check`}
      variant="secondary"
      icon={<Check aria-hidden />}
    >
      Check your {kind}s
    </Button>
  );
};
