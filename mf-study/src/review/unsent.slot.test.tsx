import { calls } from '@lectern/contracts';
import { learnerStorage } from '@lectern/platform';
import { answer, installFakeApi, learner, renderWithPlatform } from '@lectern/platform/testing';
import { waitFor } from '@testing-library/react';
import { aReview } from './testing';
import { UnsentSlot } from './unsent.slot';

test('sends the answers that an earlier page left', async () => {
  const api = installFakeApi();
  api.on(calls.createReview, answer(201, aReview('c1')));
  const entry = {
    ...{ type: 'answer', id: 'a1', owner: learner._id, idempotencyKey: 'key-1' },
    answer: { itemId: 'c1', kind: 'card', rating: 'good', durationMs: 900, answeredAt: '2026-03-02T12:00:00.000Z' },
  };
  renderWithPlatform(<p>page</p>, { user: learner });
  learnerStorage.writeJson(`unsent.${learner._id}.review-outbox`, [entry]);
  renderWithPlatform(<UnsentSlot />, { user: learner, isReload: true });
  await waitFor(() => {
    expect(api.received[0]).toMatchObject({ path: '/reviews', headers: { 'idempotency-key': 'key-1' }, body: entry.answer });
  });
  await waitFor(() => {
    expect(learnerStorage.readJson(`unsent.${learner._id}.review-outbox`)).toBeUndefined();
  });
  api.restore();
});
