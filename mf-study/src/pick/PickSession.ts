import type { CardEdit, NewQuestion } from '@lectern/contracts';

/** The item made from a suggestion. */
type PickedItem = { kind: 'card'; card: CardEdit; isGap: boolean } | { kind: 'question'; question: NewQuestion };
export type Pick = PickedItem | { kind: 'skipped' };

/** Progress through the list of suggestions. */
export interface PickSession {
  /** Zero-based index of the suggestion that the keys act on. */
  current: number;
  /** By suggestion id, oldest first. */
  picks: ReadonlyMap<string, Pick>;
  /** Id of the suggestion whose card is being edited. */
  opened: string | undefined;
}

export type PickAction =
  | { type: 'move'; to: number; count: number }
  /** `at` is the suggestion's index. A card opens for editing, unless it replaces a question; otherwise the next suggestion becomes current. */
  | { type: 'pick'; id: string; pick: Pick; at: number; count: number }
  | { type: 'open'; id: string; at: number }
  /** The learner finished editing a card. */
  | { type: 'close'; id: string; card: CardEdit; at: number; count: number }
  /** Discards the item made from a suggestion. */
  | { type: 'takeBack'; id: string; at: number };

export const startPicking: PickSession = { current: 0, picks: new Map(), opened: undefined };

const within = (place: number, count: number): number => Math.max(0, Math.min(place, count - 1));

/** The session after an action. */
export const reducePicks = (session: PickSession, action: PickAction): PickSession => {
  const { picks } = session;
  switch (action.type) {
    case 'move':
      return { ...session, current: within(action.to, action.count), opened: undefined };
    case 'pick': {
      const { id, pick, at, count } = action;
      const isOpened = pick.kind === 'card' && !pick.isGap;
      return { picks: new Map([...picks, [id, pick]]), opened: isOpened ? id : undefined, current: isOpened ? at : within(at + 1, count) };
    }
    case 'open':
      return { ...session, opened: action.id, current: action.at };
    case 'close': {
      const { id, card, at, count } = action;
      const pick = picks.get(id);
      return {
        picks: pick?.kind === 'card' ? new Map([...picks, [id, { ...pick, card }]]) : picks,
        opened: undefined,
        current: within(at + 1, count),
      };
    }
    case 'takeBack':
      return { picks: new Map([...picks].filter(([id]) => id !== action.id)), opened: undefined, current: action.at };
  }
};

/** Id of the suggestion picked last. */
export const lastPicked = ({ picks }: PickSession): string | undefined => [...picks.keys()].at(-1);

/** Number of cards and questions made. */
export const countPicks = ({ picks }: PickSession): { cards: number; questions: number; all: number } => {
  const kinds = [...picks.values()].map(({ kind }) => kind);
  return {
    cards: kinds.filter((kind) => kind === 'card').length,
    questions: kinds.filter((kind) => kind === 'question').length,
    all: kinds.length,
  };
};
