import { calls, sizes } from '@lectern/contracts';
import { call, useIdempotencyKey } from '@lectern/platform';
import { useNavigate } from '@lectern/platform/router';
import { TextField } from '@lectern/ui';
import type { ReactNode } from 'react';
import { EditDialog } from '../shared/EditDialog';
import { studyChanges } from '../shared/studyChanges';
import { useEditDraft } from '../shared/useEditDraft';

/** Creates a deck for the learner's own cards, and opens it. */
export const OwnDeckDialog = ({ onClose }: { onClose: () => void }): ReactNode => {
  const navigate = useNavigate();
  const idempotency = useIdempotencyKey();
  const draft = useEditDraft('own-deck', { title: '' });
  const { values, change } = draft;
  const title = values.title.trim();
  return (
    <EditDialog
      title="Write Your Own Deck"
      draft={draft}
      problems={title === '' ? { title: 'Please enter a title' } : {}}
      save={async () => {
        const body = { title };
        const deck = await call(calls.createOwnDeck, { body, idempotencyKey: idempotency.keyFor(body) });
        idempotency.done();
        studyChanges.deckCreated(deck);
        void navigate(`/flashcards/${deck._id}`);
      }}
      saved="Flashcard deck created successfully"
      notSaved="Failed to create the deck"
      submit="Create Deck"
      onClose={onClose}
    >
      {(shown) => (
        <TextField
          label="Title"
          maxLength={sizes.name}
          value={values.title}
          error={shown['title']}
          hint="You add the cards in the next step."
          onChange={(event) => {
            change({ title: event.target.value });
          }}
        />
      )}
    </EditDialog>
  );
};
