import type { QueuedReview, ReviewRating } from '@lectern/contracts';

export interface SessionItem {
  item: QueuedReview;
  /**
   * Time of the item's preview, in milliseconds since 1970. Undefined for an item that returns in this session, because its preview predates its
   * latest answer.
   */
  previewedAt: number | undefined;
}

/** An action on an item that can be undone. */
export type Step =
  | { type: 'answered'; item: SessionItem; rating: ReviewRating; /** Id of the answer in the outbox. */ answerId: string }
  | { type: 'suspended' | 'buried'; item: SessionItem };

export type AnsweredStep = Extract<Step, { type: 'answered' }>;

/** An item that is due again within this session. */
interface Returning extends SessionItem {
  /** Milliseconds since 1970. */
  due: number;
}

/** A review session, as a pure state machine. */
export interface ReviewSession {
  /** The first item is on screen. */
  upcoming: readonly SessionItem[];
  returning: readonly Returning[];
  /** Ids of questions that return with the next queue read, which shuffles their options again. */
  awaited: readonly string[];
  /** Oldest first. */
  steps: readonly Step[];
  /** Whether the back of the card or the answer of the question is shown. */
  isShown: boolean;
  /** Zero-based index of the chosen option. */
  chosen: number | undefined;
}

export type ReviewAction =
  /** `excluded` holds ids of items whose answers may not have reached the server before it built the queue. */
  | { type: 'queueRead'; items: readonly QueuedReview[]; excluded: ReadonlySet<string>; readAt: number }
  /** Flips the card, or shows the answer of a question with a selection. */
  | { type: 'flip' }
  | { type: 'choose'; option: number }
  | { type: 'answer'; rating: ReviewRating; answerId: string; at: number }
  | { type: 'putOff'; how: 'suspended' | 'buried'; itemId: string; at: number }
  /** Removes an item that was forgotten or deleted. */
  | { type: 'remove'; itemId: string; at: number }
  /** Reverts the latest step and shows its item again. */
  | { type: 'undo' }
  | { type: 'edited'; item: QueuedReview };

export const emptySession: ReviewSession = { upcoming: [], returning: [], awaited: [], steps: [], isShown: false, chosen: undefined };

/** Maximum interval after which an item returns in the same session. Learning steps last minutes; later intervals end with a day. */
const sessionMs = 60 * 60 * 1000;

const idOf = ({ item }: { item: QueuedReview }): string => item.itemId;

const frontUp = { isShown: false, chosen: undefined };

/** Moves the earliest returning item to the screen if it is due, or if nothing else is left. */
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

/** Removes an item from the session. If it is on screen, the next one follows, front up. */
const remove = (session: ReviewSession, itemId: string, now: number): ReviewSession => {
  const [current] = session.upcoming;
  const rest = without(session, itemId);
  return current && idOf(current) === itemId ? withReturned({ ...rest, ...frontUp }, now) : rest;
};

const answer = (session: ReviewSession, { rating, answerId, at }: Extract<ReviewAction, { type: 'answer' }>): ReviewSession => {
  const [current, ...rest] = session.upcoming;
  if (!current || !session.isShown) return session;
  const { item, previewedAt } = current;
  // Without a current preview, an item returns immediately after "again", and not in this session after any other rating.
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

/** Whether a learning step is still running. */
const isStep = ({ state, due }: QueuedReview, now: number): boolean =>
  (state === 'learning' || state === 'relearning') && Date.parse(due) > now;

/** Keeps the item on screen, but updates an outdated preview. */
const refreshed = (current: SessionItem, fresh: QueuedReview | undefined, readAt: number): SessionItem =>
  current.previewedAt === undefined && fresh
    ? { item: { ...current.item, preview: fresh.preview, state: fresh.state, due: fresh.due }, previewedAt: readAt }
    : current;

/** Adopts the server's order. Items in a running learning step return when they are due. */
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

/** The session's answers, oldest first. */
export const answersOf = ({ steps }: ReviewSession): AnsweredStep[] => steps.filter((step) => step.type === 'answered');

/** Number of remaining items, including those that return. */
export const leftIn = ({ upcoming, returning, awaited }: ReviewSession): number => upcoming.length + returning.length + awaited.length;

/** Whether the chosen option is correct. */
export const isRight = (item: QueuedReview, chosen: number | undefined): boolean =>
  item.kind === 'question' && chosen !== undefined && item.options[chosen]?.isCorrect === true;
