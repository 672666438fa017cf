import type { QueuedReview, ReviewRating } from '@lectern/contracts';

/** An item of the session. */
export interface SessionItem {
  item: QueuedReview;
  /**
   * When its preview was worked out, in milliseconds since 1970. Undefined for an item that comes back in this session: the preview that is here
   * was worked out before its latest answer.
   */
  previewedAt: number | undefined;
}

/** What the learner did with an item; each can be undone. */
export type Step =
  | { type: 'answered'; item: SessionItem; rating: ReviewRating; /** Of the answer in the outbox. */ answerId: string }
  | { type: 'suspended' | 'buried'; item: SessionItem };

/** An item that is due again within the session. */
interface Returning extends SessionItem {
  /** Milliseconds since 1970. */
  due: number;
}

/** A session of review, as a state machine without rendering or calls. */
export interface ReviewSession {
  /** The first one is on screen. */
  upcoming: readonly SessionItem[];
  returning: readonly Returning[];
  /** Ids of questions that come back when the queue is read again: their options have a new order then. */
  awaited: readonly string[];
  /** Oldest first. */
  steps: readonly Step[];
  /** The back of the card, or the answer of the question, is shown. */
  isShown: boolean;
  /** The chosen option of a question, counted from 0. */
  chosen: number | undefined;
}

export type ReviewAction =
  /** The queue was read. `excluded`: ids of items whose answers the server may not have known when it answered. */
  | { type: 'queueRead'; items: readonly QueuedReview[]; excluded: ReadonlySet<string>; readAt: number }
  /** Turns the card over, or shows the answer of a question with a chosen option. */
  | { type: 'flip' }
  | { type: 'choose'; option: number }
  | { type: 'answer'; rating: ReviewRating; answerId: string; at: number }
  | { type: 'putOff'; how: 'suspended' | 'buried'; itemId: string; at: number }
  /** The item is no longer a part of the session: it was forgotten, or deleted. */
  | { type: 'remove'; itemId: string; at: number }
  /** The latest step is taken back; its item is on screen again. */
  | { type: 'undo' }
  | { type: 'edited'; item: QueuedReview };

export const emptySession: ReviewSession = { upcoming: [], returning: [], awaited: [], steps: [], isShown: false, chosen: undefined };

/** An item that is due again within so long comes back in the session. Learning steps last minutes, later intervals end with a day. */
const sessionMs = 60 * 60 * 1000;

const idOf = ({ item }: { item: QueuedReview }): string => item.itemId;

const frontUp = { isShown: false, chosen: undefined };

/** Puts the returning item with the earliest due time on screen, when it is due or when nothing else is left. */
const withReturned = (session: ReviewSession, now: number): ReviewSession => {
  const [earliest] = [...session.returning].sort((one, other) => one.due - other.due);
  if (!earliest || (earliest.due > now && session.upcoming.length > 0)) return session;
  const { item, previewedAt } = earliest;
  return {
    ...session,
    upcoming: [{ item, previewedAt }, ...session.upcoming],
    returning: session.returning.filter((each) => each !== earliest),
  };
};

const without = (session: ReviewSession, itemId: string): ReviewSession => ({
  ...session,
  upcoming: session.upcoming.filter((each) => idOf(each) !== itemId),
  returning: session.returning.filter((each) => idOf(each) !== itemId),
  awaited: session.awaited.filter((id) => id !== itemId),
});

/** Takes an item out of the session. When it is the one on screen, the next one comes, front up. */
const remove = (session: ReviewSession, itemId: string, now: number): ReviewSession => {
  const [current] = session.upcoming;
  const rest = without(session, itemId);
  return current && idOf(current) === itemId ? withReturned({ ...rest, ...frontUp }, now) : rest;
};

const answer = (session: ReviewSession, { rating, answerId, at }: Extract<ReviewAction, { type: 'answer' }>): ReviewSession => {
  const [current, ...rest] = session.upcoming;
  if (!current || !session.isShown) return session;
  const { item, previewedAt } = current;
  // Without a current preview: after "again" the item comes back at once, after any other rating not in this session.
  const wait = previewedAt === undefined ? (rating === 'again' ? 0 : sessionMs) : Date.parse(item.preview[rating]) - previewedAt;
  const isBack = wait < sessionMs && item.kind === 'card';
  const isAwaited = wait < sessionMs && item.kind === 'question';
  return withReturned(
    {
      ...frontUp,
      upcoming: rest,
      returning: isBack ? [...session.returning, { item, previewedAt: undefined, due: at + wait }] : session.returning,
      awaited: isAwaited ? [...session.awaited, item.itemId] : session.awaited,
      steps: [...session.steps, { type: 'answered', item: current, rating, answerId }],
    },
    at,
  );
};

/** A learning step that is not over yet. */
const isStep = ({ state, due }: QueuedReview, now: number): boolean =>
  (state === 'learning' || state === 'relearning') && Date.parse(due) > now;

/** What is on screen stays there. When its preview is out of date, it gets the new one. */
const refreshed = (current: SessionItem, fresh: QueuedReview | undefined, readAt: number): SessionItem =>
  current.previewedAt === undefined && fresh
    ? { item: { ...current.item, preview: fresh.preview, state: fresh.state, due: fresh.due }, previewedAt: readAt }
    : current;

/** Adopts the server's order. Items in a learning step that is not over return when they are due. */
const takeQueue = (session: ReviewSession, { items, excluded, readAt }: Extract<ReviewAction, { type: 'queueRead' }>): ReviewSession => {
  const [current] = session.upcoming;
  const usable = items.filter(({ itemId }) => !excluded.has(itemId));
  const listed = new Set(usable.map(({ itemId }) => itemId));
  const others = usable.filter(({ itemId }) => itemId !== current?.item.itemId);
  const entry = (item: QueuedReview): SessionItem => ({ item, previewedAt: readAt });
  const onScreen = current
    ? [
        refreshed(
          current,
          usable.find(({ itemId }) => itemId === current.item.itemId),
          readAt,
        ),
      ]
    : [];
  return withReturned(
    {
      ...session,
      awaited: session.awaited.filter((id) => excluded.has(id)),
      upcoming: [...onScreen, ...others.filter((item) => !isStep(item, readAt)).map(entry)],
      returning: [
        ...session.returning.filter((each) => !listed.has(idOf(each))),
        ...others.filter((item) => isStep(item, readAt)).map((item) => ({ ...entry(item), due: Date.parse(item.due) })),
      ],
    },
    current ? Number.NEGATIVE_INFINITY : readAt,
  );
};

const undo = (session: ReviewSession): ReviewSession => {
  const last = session.steps.at(-1);
  if (!last) return session;
  const rest = without(session, idOf(last.item));
  return { ...rest, ...frontUp, upcoming: [last.item, ...rest.upcoming], steps: session.steps.slice(0, -1) };
};

const edit = (session: ReviewSession, item: QueuedReview): ReviewSession => {
  const changed = <Entry extends { item: QueuedReview }>(entry: Entry): Entry =>
    idOf(entry) === item.itemId ? { ...entry, item: { ...item, preview: entry.item.preview, state: entry.item.state } } : entry;
  return {
    ...session,
    upcoming: session.upcoming.map(changed),
    returning: session.returning.map(changed),
    steps: session.steps.map((step) => ({ ...step, item: changed(step.item) })),
  };
};

const flip = (session: ReviewSession): ReviewSession => {
  const [current] = session.upcoming;
  if (!current) return session;
  if (current.item.kind === 'card') return { ...session, isShown: !session.isShown };
  return session.chosen === undefined ? session : { ...session, isShown: true };
};

const putOff = (session: ReviewSession, { how, itemId, at }: Extract<ReviewAction, { type: 'putOff' }>): ReviewSession => {
  const item = session.upcoming.find((each) => idOf(each) === itemId);
  if (!item) return session;
  const rest = remove(session, itemId, at);
  return { ...rest, steps: [...rest.steps, { type: how, item }] };
};

/** The session after an action. */
export const reduceReview = (session: ReviewSession, action: ReviewAction): ReviewSession => {
  switch (action.type) {
    case 'queueRead':
      return takeQueue(session, action);
    case 'flip':
      return flip(session);
    case 'choose':
      return session.isShown ? session : { ...session, chosen: action.option };
    case 'answer':
      return answer(session, action);
    case 'putOff':
      return putOff(session, action);
    case 'remove':
      return remove(session, action.itemId, action.at);
    case 'undo':
      return undo(session);
    case 'edited':
      return edit(session, action.item);
  }
};

/** The answers of the session, oldest first. */
export const answersOf = ({ steps }: ReviewSession): Extract<Step, { type: 'answered' }>[] =>
  steps.filter((step) => step.type === 'answered');

/** How many items are left, those that come back among them. */
export const leftIn = ({ upcoming, returning, awaited }: ReviewSession): number => upcoming.length + returning.length + awaited.length;

/** Whether the chosen option of a question is right. */
export const isRight = (item: QueuedReview, chosen: number | undefined): boolean =>
  item.kind === 'question' && chosen !== undefined && item.options[chosen]?.isCorrect === true;
