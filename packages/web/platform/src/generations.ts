import { isRecord } from '@lectern/contracts';
import { askBeforeUnload } from './askBeforeUnload';
import { confirm, confirmAtom } from './confirm';
import { holdBack } from './holdBack';
import { call, loadOwnCalls } from './httpClient';
import { learnerStorage } from './learnerStorage';
import { queryClient, queryKeys } from './queryClient';
import { platformStore } from './store';
import { toast } from './toast';

/** A generation that takes a while. A guide, quiz or deck appears in its list afterwards; the others change an existing one. */
export type GenerationKind = 'guide' | 'quiz' | 'deck' | 'questions' | 'cards' | 'rewrite';

const words: Record<GenerationKind, string> = {
  guide: 'Your guide is still being made. Leave anyway? It will be in your list when it is ready.',
  quiz: 'Your quiz is still being made. Leave anyway? It will be in your list when it is ready.',
  deck: 'Your cards are still being made. Leave anyway? They will be in your list when they are ready.',
  questions: 'Your questions are still being made. Leave anyway? They will be in the quiz when they are ready.',
  rewrite: 'Your guide is still being rewritten. Leave anyway? The new text will be here when it is ready.',
  cards: 'Your cards are still being made. Leave anyway? They will be in the deck when they are ready.',
};

interface Made {
  _id: string;
  title: string;
}

/** The kinds that appear in a list afterwards. */
const lists = {
  guide: {
    key: queryKeys.studyMaterials,
    path: '/study-materials',
    newest: async (): Promise<readonly Made[]> => call((await loadOwnCalls()).listStudyMaterials, { query: { limit: 1 } }),
  },
  quiz: {
    key: queryKeys.quizzes,
    path: '/quizzes',
    newest: async (): Promise<readonly Made[]> => call((await loadOwnCalls()).listQuizzes, { query: { limit: 1 } }),
  },
  deck: {
    key: queryKeys.flashcards,
    path: '/flashcards',
    newest: async (): Promise<readonly Made[]> => call((await loadOwnCalls()).listDecks, { query: { limit: 1 } }),
  },
} as const;
type ListedKind = keyof typeof lists;
const isListed = (kind: unknown): kind is ListedKind => typeof kind === 'string' && Object.hasOwn(lists, kind);

/** A running generation, stored for the page that is opened after this one was closed. */
interface Waiting {
  id: string;
  kind: ListedKind;
  /** The id of the newest item of this kind when the generation began. Empty if there was none. */
  after: string;
  /** The start time. Milliseconds since 1970. */
  since: number;
}

const name = 'generations';
/** The maximum duration of a generation. Milliseconds. */
const longestMs = 10 * 60_000;
const pollMs = 3_000;

const isWaiting = (value: unknown): value is Waiting =>
  isRecord(value) &&
  isListed(value['kind']) &&
  typeof value['id'] === 'string' &&
  typeof value['after'] === 'string' &&
  typeof value['since'] === 'number';
const readWaiting = (): Waiting[] => {
  const stored = learnerStorage.readJson(name);
  return Array.isArray(stored) ? stored.filter(isWaiting) : [];
};
const writeWaiting = (waiting: readonly Waiting[]): void => {
  if (waiting.length === 0) learnerStorage.remove(name);
  else learnerStorage.writeJson(name, waiting);
};
const forget = (id: string): void => {
  writeWaiting(readWaiting().filter((waiting) => waiting.id !== id));
};

/** Stores a generation until the returned function is called. */
const remember = (kind: GenerationKind): (() => void) => {
  if (!isListed(kind)) return () => undefined;
  const id = crypto.randomUUID();
  let isOver = false;
  lists[kind].newest().then(
    ([newest]) => {
      if (!isOver) writeWaiting([...readWaiting(), { id, kind, after: newest?._id ?? '', since: Date.now() }]);
    },
    // Without the newest item, the result cannot be recognised later. The generation continues.
    () => undefined,
  );
  return () => {
    isOver = true;
    forget(id);
  };
};

/** Shows a toast that an item is ready, with a link to it. */
export const announceMade = (kind: ListedKind, { _id, title }: Made): void => {
  toast.success(`“${title}” is ready.`, { duration: 8_000, action: { label: 'Open', to: `${lists[kind].path}/${_id}` } });
};

/**
 * Runs a call that generates something. While it runs, leaving the page by Back or by closing it needs a confirmation. If the page was
 * closed, `followGenerations` on the next page reports when the result is ready.
 *
 * @returns the result, and whether the learner has left the page by Back; the current page must then not be changed
 * @throws the error of `work`
 * @example
 * const { result: guide, hasLeft } = await runGeneration('guide', () => call(calls.createStudyMaterial, { body, idempotencyKey }));
 * libraryChanges.guideCreated(guide);
 * if (!hasLeft) onDone(guide);
 */
export const runGeneration = async <Result>(
  kind: GenerationKind,
  work: () => Promise<Result>,
): Promise<{ result: Result; hasLeft: boolean }> => {
  const forgetIt = remember(kind);
  const stopAsking = askBeforeUnload();
  let hasLeft = false;
  let isAsking = false;
  const page = holdBack(async () => {
    if (isAsking) return false;
    isAsking = true;
    hasLeft = await confirm({ question: words[kind], confirmLabel: 'Leave', cancelLabel: 'Stay' });
    isAsking = false;
    return hasLeft;
  });
  const end = (): void => {
    forgetIt();
    stopAsking();
    if (isAsking) platformStore.get(confirmAtom)?.answer(false);
  };
  try {
    const result = await work();
    end();
    if (!hasLeft) await page.release();
    return { result, hasLeft };
  } catch (error) {
    end();
    // The failure may have ended the session, which leads to the sign-in page.
    page.abandon();
    throw error;
  }
};

/** Checks once for the results of generations that were running when a page was closed. */
const look = async (now: number): Promise<void> => {
  for (const { id, kind, after, since } of readWaiting()) {
    if (now - since > longestMs) forget(id);
    else {
      const [newest] = await lists[kind].newest();
      // Ids sort by creation.
      if (newest && newest._id > after) {
        forget(id);
        void queryClient.invalidateQueries({ queryKey: lists[kind].key });
        announceMade(kind, newest);
      }
    }
  }
};

/** Reports when a generation that was running as the last page was closed has finished. @returns a function that stops it */
export const followGenerations = (now: () => number = Date.now): (() => void) => {
  if (readWaiting().length === 0) return () => undefined;
  const timer = setInterval(() => {
    // Polled in the background: nothing on screen waits for it, and the next poll retries after a failure.
    look(now()).catch(() => undefined);
    if (readWaiting().length === 0) clearInterval(timer);
  }, pollMs);
  return () => {
    clearInterval(timer);
  };
};
