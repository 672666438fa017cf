import { startSite } from '@lectern/e2e/site';
import { chromium, type Locator, type Page } from '@playwright/test';
import { createdAt, fakeApi, openGuideList } from './fakeApi.ts';
import { median, row, type Row } from './table.ts';

/** CPU slowdown that emulates a lower mid-range phone. */
const slowdown = 4;
/** Limit from an input to the next paint, in milliseconds. The "good" threshold of Web Vitals is 200. */
const usualBound = 100;
/** Limit from a rating to the next, prefetched card, at full CPU speed. Milliseconds. */
const nextCardBound = 50;
const repeats = 12;
const guides = 2_000;

const source = { pointer: { kind: 'slide', slide: 4, part: 'body', paragraph: 1 }, quote: 'The nephron filters plasma.' };
const deck = {
  _id: 'd1',
  title: 'Flashcards: The renal system',
  description: '20 cards',
  cardCount: 20,
  studyMaterialId: 'm1',
  studyMaterialTitle: 'The renal system',
  stylePreference: null,
  generatedBy: 'offline',
  createdAt,
  cards: Array.from({ length: 20 }, (_, index) => ({
    _id: `c${String(index)}`,
    front: `What does segment ${String(index)} of the nephron do?`,
    back: 'It takes sodium back and lets water follow. '.repeat(6),
    source,
  })),
};
const quiz = {
  _id: 'z1',
  title: 'Quiz: The renal system',
  description: '20 questions',
  questionCount: 20,
  currentScore: 0,
  running_average: 0,
  attempts: 0,
  recentScores: [],
  studyMaterialId: 'm1',
  studyMaterialTitle: 'The renal system',
  difficultyLevel: 'medium',
  stylePreference: null,
  generatedBy: 'offline',
  createdAt,
  questions: Array.from({ length: 20 }, (_, index) => ({
    _id: `q${String(index)}`,
    question: `Which of these does segment ${String(index)} of the nephron take back first?`,
    options: ['Sodium', 'Glucose', 'Water', 'Urea'].map((text, option) => ({
      text,
      isCorrect: option === 0,
      rationale: `${text} is explained.`,
    })),
    explanation: 'Sodium is taken back by active transport, and water follows.',
    topic: 'Reabsorption',
    concept: 'Sodium',
    source,
  })),
};

const farAway = '2999-12-31T04:00:00.000Z';
const state = { state: 'review', due: createdAt };
/** A review session: the items, and the service's response to each rating. */
const reviewAnswers = {
  '/reviews/queue': deck.cards.map(({ _id, front, back }) => ({
    ...{ kind: 'card', itemId: _id, parentId: 'd1', title: deck.title, studyMaterialId: 'm1', ...state, front, back, source },
    preview: { again: farAway, hard: farAway, good: farAway, easy: farAway },
  })),
  '/reviews': { _id: 'r1', itemId: 'c0', kind: 'card', rating: 'good', ...state, stability: 9, difficulty: 5, answeredAt: createdAt },
  '/reviews/summary': {
    ...{ due: 20, new: 0, reviewedToday: 0, retention30d: null, streakDays: 0, dayEndsAt: farAway, forecast: [], decks: [] },
  },
  '/reviews/settings': { desiredRetention: 0.9, newPerDay: 20, reviewsPerDay: 200, timeZone: 'Europe/Berlin', dayStartsAt: 4 },
};

/** Records the time from every input on the page to the next paint. */
const record = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const times: number[] = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ('interactionId' in entry && entry.interactionId) times.push(entry.duration);
    }).observe({ type: 'event', durationThreshold: 16, buffered: false } as PerformanceObserverInit);
    Object.assign(globalThis, { benchTimes: times });
  });

/** Returns the milliseconds of the inputs since the last call. Inputs that took less than a frame have no entry. */
const recorded = async (page: Page): Promise<number[]> => {
  await page.waitForTimeout(300);
  return page.evaluate(() => (globalThis as unknown as { benchTimes: number[] }).benchTimes.splice(0));
};

const rowOf = (name: string, times: readonly number[], bound = usualBound): Row =>
  row(
    name,
    times.length === 0 ? 0 : Math.max(...times) / bound,
    times.length === 0
      ? 'every one under 16 ms'
      : `median ${median(times).toFixed(0)} ms, slowest ${Math.max(...times).toFixed(0)} ms of ${String(times.length)}`,
  );

/** Performs one interaction. The first call, a warm-up, gets -1. */
type Act = (time: number) => Promise<void>;

/** Pause in which the page becomes idle. Milliseconds. */
const pauseMs = 400;

/**
 * Returns a function that clicks an element at its position, which is looked up once. Playwright's own clicks inspect the whole page each
 * time, which takes longer than the measured interaction.
 */
const clickOn = async (page: Page, element: Locator): Promise<() => Promise<void>> => {
  // Nothing covers the middle.
  await element.evaluate((node) => {
    node.scrollIntoView({ block: 'center' });
  });
  const box = await element.boundingBox();
  if (!box) throw new Error('There is nothing to click on.');
  return async () => {
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await page.waitForTimeout(pauseMs);
  };
};

/** Flips a card, chooses an option, opens a menu, and types in the search of 2,000 guides. Ratio: the slowest input to its limit. */
export async function benchInteractions(): Promise<Row[]> {
  const site = await startSite();
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const measure = async (
      open: (page: Page) => Promise<void>,
      prepare: (page: Page) => Promise<Act>,
      rate = slowdown,
    ): Promise<number[]> => {
      const page = await browser.newPage({ viewport: { width: 360, height: 640 }, serviceWorkers: 'block' });
      await fakeApi(page, { api: site.api, guides, answers: { '/flashcards/d1': deck, '/quizzes/z1': quiz, ...reviewAnswers } });
      await open(page);
      const act = await prepare(page);
      // The first use downloads code, which is not part of the interaction.
      await act(-1);
      await page.waitForTimeout(1_000);
      const session = await page.context().newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate });
      await record(page);
      for (let time = 0; time < repeats; time += 1) await act(time);
      const times = await recorded(page);
      await page.close();
      return times;
    };
    const openReview = (page: Page) => page.goto(`${site.site}/review`).then(() => page.getByText(/^20 left/).waitFor());
    /** Shows the answer and rates it "Good", which shows the next card. */
    const rateByKeys = (page: Page): Promise<Act> =>
      Promise.resolve(async () => {
        for (const key of ['Space', '3']) {
          await page.keyboard.press(key);
          await page.waitForTimeout(pauseMs);
        }
      });
    const list = (page: Page) => openGuideList(page, site.site, guides);
    return [
      rowOf(
        'flipping a card',
        await measure(
          (page) => page.goto(`${site.site}/flashcards/d1`).then(() => page.getByText('Card 1 of 20').waitFor()),
          (page) => clickOn(page, page.getByRole('button', { name: /Click to flip/ })),
        ),
      ),
      rowOf(
        'choosing an option',
        await measure(
          (page) => page.goto(`${site.site}/quizzes/z1`).then(() => page.getByText(/^Question 1 of/).waitFor()),
          async (page) => {
            const choose = await Promise.all([0, 1, 2, 3].map((option) => clickOn(page, page.getByRole('radio').nth(option))));
            return (time) => choose[(time + 4) % 4]?.() ?? Promise.resolve();
          },
        ),
      ),
      rowOf('the next card of a review', await measure(openReview, rateByKeys)),
      rowOf('the same at full speed, bound 50 ms', await measure(openReview, rateByKeys, 1), nextCardBound),
      rowOf(
        `opening and closing a menu in a list of ${String(guides)}`,
        await measure(list, async (page) => {
          // By attribute, because a role and name query computes both for every element of the page.
          const open = await clickOn(page, page.locator('[aria-label^="Options for Lecture 1:"]'));
          return async () => {
            await open();
            await page.keyboard.press('Escape');
            await page.waitForTimeout(pauseMs);
          };
        }),
      ),
      rowOf(
        `a letter in the search of ${String(guides)}`,
        await measure(list, async (page) => {
          const focus = await clickOn(page, page.getByRole('searchbox').first());
          await focus();
          return async (time) => {
            await page.keyboard.press(time % 2 === 0 ? 'a' : 'Backspace');
            await page.waitForTimeout(pauseMs);
          };
        }),
      ),
    ];
  } finally {
    await browser.close();
    await site.stop();
  }
}
