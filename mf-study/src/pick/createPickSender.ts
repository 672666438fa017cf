import type { CardEdit, NewQuestion } from '@lectern/contracts';
import { createCallQueue, type CallQueueState } from '../shared/createCallQueue';

/** The calls for cards or for questions. The parent is the learner's own deck or quiz for the guide. */
export interface ItemCalls<Item> {
  /** Finds the parent from an earlier visit. */
  find: () => Promise<string | undefined>;
  /** Creates the parent with its first item. Idempotent per key. */
  create: (item: Item, key: string) => Promise<{ parentId: string; itemId: string }>;
  add: (parentId: string, item: Item, key: string) => Promise<string>;
  /** Removes an item, and with the last item also its parent. @returns whether the parent still exists */
  remove: (parentId: string, itemId: string) => Promise<boolean>;
}

/** Ids of suggestions to hide, and ids to show again. */
interface SeenEdit {
  skipped: string[];
  restored: string[];
}

export interface PickCalls {
  card: ItemCalls<CardEdit> & { update: (deckId: string, cardId: string, card: CardEdit) => Promise<void> };
  question: ItemCalls<NewQuestion>;
  see: (edit: SeenEdit) => Promise<void>;
  isAbsent: (error: unknown) => boolean;
  newKey: () => string;
}

export type PickItem = { kind: 'card'; item: CardEdit } | { kind: 'question'; item: NewQuestion };
type Kind = PickItem['kind'];

/** State of the sender for the screen. */
export interface SenderState extends CallQueueState {
  /** The learner's own deck and quiz for the guide; undefined until they have an item from this visit. */
  deckId: string | undefined;
  quizId: string | undefined;
}

/** Queue id of a change that leaves its item as it is if the change is skipped. */
const stays = '';

/** Maximum number of ids per call. */
const mostIds = 100;

const without = (ids: readonly string[], gone: readonly string[]): string[] => ids.filter((id) => !gone.includes(id));

/** Reports to the service which suggestions were picked, in batches. */
const createSeen = (see: PickCalls['see']) => {
  let seen: SeenEdit = { skipped: [], restored: [] };
  const send = async (): Promise<void> => {
    const part = { skipped: seen.skipped.slice(0, mostIds), restored: seen.restored.slice(0, mostIds) };
    if (part.skipped.length + part.restored.length === 0) return;
    await see(part);
    seen = { skipped: without(seen.skipped, part.skipped), restored: without(seen.restored, part.restored) };
    await send();
  };
  return {
    send,
    note: (id: string, list: keyof SeenEdit): void => {
      const others = { skipped: without(seen.skipped, [id]), restored: without(seen.restored, [id]) };
      seen = { ...others, [list]: [...others[list], id] };
    },
  };
};

/** Creates, edits and removes items, keyed by suggestion id. */
export const createItemStorage = (calls: PickCalls) => {
  const made = new Map<string, { kind: Kind; parentId: string; itemId: string }>();
  const parents = new Map<Kind, string>();

  const makeOne = async <Item>(of: ItemCalls<Item>, item: Item, attempt: { id: string; kind: Kind; key: string; isCreating: boolean }) => {
    const { id, kind } = attempt;
    if (!attempt.isCreating) {
      const found = parents.get(kind) ?? (await of.find());
      if (found !== undefined) parents.set(kind, found);
    }
    const parentId = parents.get(kind);
    // If the response to a creation was lost, the retry uses the same key.
    attempt.isCreating = parentId === undefined;
    try {
      const stored =
        parentId === undefined ? await of.create(item, attempt.key) : { parentId, itemId: await of.add(parentId, item, attempt.key) };
      parents.set(kind, stored.parentId);
      made.set(id, { kind, ...stored });
    } catch (error) {
      if (parentId === undefined || !calls.isAbsent(error)) throw error;
      // The deck or quiz was deleted elsewhere.
      parents.delete(kind);
      attempt.key = calls.newKey();
      await makeOne(of, item, attempt);
    }
  };

  return {
    parentOf: (kind: Kind): string | undefined => parents.get(kind),
    /** @returns a function that creates the item once, even if called repeatedly */
    make: (id: string, made: PickItem): (() => Promise<void>) => {
      const attempt = { id, kind: made.kind, key: calls.newKey(), isCreating: false };
      return () => (made.kind === 'card' ? makeOne(calls.card, made.item, attempt) : makeOne(calls.question, made.item, attempt));
    },
    update: async (id: string, card: CardEdit): Promise<void> => {
      const item = made.get(id);
      if (item) await calls.card.update(item.parentId, item.itemId, card);
    },
    remove: async (id: string): Promise<void> => {
      const item = made.get(id);
      if (!item) return;
      const { kind, parentId, itemId } = item;
      try {
        if (!(await calls[kind].remove(parentId, itemId))) parents.delete(kind);
      } catch (error) {
        if (!calls.isAbsent(error)) throw error;
      }
      made.delete(id);
    },
  };
};

/** Saves the learner's picks, one change at a time. A retry does not duplicate a change. */
export const createPickSender = (calls: PickCalls) => {
  const seen = createSeen(calls.see);
  const items = createItemStorage(calls);
  const queue = createCallQueue(seen.send);
  let state: SenderState = { ...queue.getState(), deckId: undefined, quizId: undefined };
  queue.subscribe(() => {
    state = { ...queue.getState(), deckId: items.parentOf('card'), quizId: items.parentOf('question') };
  });
  return {
    make: (id: string, item: PickItem): void => {
      const make = items.make(id, item);
      queue.add(id, async () => {
        await make();
        seen.note(id, 'skipped');
      });
    },
    update: (id: string, card: CardEdit): void => {
      queue.add(stays, () => items.update(id, card));
    },
    skip: (id: string): void => {
      queue.add(id, async () => {
        seen.note(id, 'skipped');
        await Promise.resolve();
      });
    },
    takeBack: (id: string): void => {
      queue.add(stays, async () => {
        await items.remove(id);
        seen.note(id, 'restored');
      });
    },
    /** Retries the failed change. */
    retry: queue.retry,
    /** Skips the failed change. @returns id of the suggestion whose pick is lost, if any */
    leaveOut: (): string | undefined => queue.leaveOut() || undefined,
    getState: (): SenderState => state,
    subscribe: queue.subscribe,
  };
};
export type PickSender = ReturnType<typeof createPickSender>;
