import { calls } from '@lectern/contracts';
import { casesOfThisRun } from '@lectern/test-servers';
import type { Page } from '@playwright/test';
import { pages, goAndSettle, setScene, type Asked, type CallName } from '../../support/answers.ts';
import { expect, test } from '../../support/keptPages.ts';

/**
 * Every call that a page needs for rendering is delayed or fails: no page may hang or go blank, and each failure must show a sentence and a
 * way on. The platform decides what each status shows and what is retried (`queryClient.test.ts`, `httpClient.test.ts`). Pages do not
 * distinguish between 500, 429, a lost connection and a cancelled call, so only two pages try all four.
 */
type Trouble = 'no answer' | '500' | '429' | 'no connection';
const troubles: readonly Trouble[] = ['no answer', '500', '429', 'no connection'];
/** A list, and the only page that redirects after a failure. */
const triesAll = new Set(['guide-list', 'deck']);
/** The shell knows who is signed in (`session.test.ts`), so this is tried on a page that greets, one that edits the user, and a list. */
const showsUser = new Set(['dashboard', 'settings', 'guide-list']);

/** Calls that the review pages can do without: the number due and the settings on some pages, the next exam on the dashboard. */
const spareOfReview: Readonly<Record<string, readonly CallName[]>> = {
  dashboard: ['listExams'],
  review: ['getReviewSummary', 'getReviewSettings'],
  'review-statistics': ['getReviewSettings'],
  'review-settings': ['getReviewSummary'],
};

/** Whether a page can do without a call, or already knows its answer. The locked progress page is blurred anyway. */
const isSpare = (call: CallName, name: string): boolean =>
  call === 'getUser' ||
  (call === 'getLimits' && !['dashboard', 'subscription', 'subscription-premium'].includes(name)) ||
  (call === 'listFolders' && name !== 'folder-list') ||
  // Without it, the page does not mention that a style may not be followed.
  call === 'getGuideEngine' ||
  // Guides are shown without highlights; their list reports that they could not be loaded (`marks.test.tsx`).
  call === 'listMarks' ||
  // The figure is left out.
  call === 'listMastery' ||
  // Passages are shown as text alone.
  call === 'listPages' ||
  // Without it, guides open at their beginning.
  call === 'getReadingPlace' ||
  spareOfReview[name]?.includes(call) === true ||
  name === 'progress-locked';

const main = (page: Page) => page.getByRole('main');

/** Makes a call fail in this way. */
const answerWith =
  (trouble: Trouble) =>
  async (asked: Asked): Promise<void> => {
    if (trouble === 'no answer') return;
    if (trouble === 'no connection') return asked.breakOff();
    const status = Number(trouble);
    await asked.answer(status, { code: status === 429 ? 'too_many_requests' : 'internal', requestId: 'r1' }, { 'retry-after': '30' });
  };
const allReads = (Object.keys(calls) as CallName[]).filter((call) => calls[call].method === 'GET');

/** The platform shows failures, and pages only pass their queries to it, so the pages are spread over two runs. */
const pagesOfThisRun = casesOfThisRun(
  pages.filter(({ visitor }) => visitor !== 'signed-out'),
  2,
);

for (const { name, path, visitor, ready } of pagesOfThisRun)
  test(`${name}: ${triesAll.has(name) ? 'each of its calls gets no answer, a 500, a 429 and no connection' : 'each of its calls fails, and one of them hangs'}`, async ({
    pageOf,
  }) => {
    const page = await pageOf(visitor);
    let reads: CallName[] = [];
    await test.step('all that it can do without fails at once', async () => {
      const spare = allReads.filter((call) => (call === 'getUser' ? showsUser.has(name) : isSpare(call, name)));
      const made = await setScene(page, { visitor, answers: Object.fromEntries(spare.map((call) => [call, answerWith('500')])) });
      await goAndSettle(page, path, ready);
      // Reads are retried once automatically.
      await page.clock.fastForward(1_000);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(ready);
      reads = [...new Set(made)].filter((call) => calls[call].method === 'GET');
      expect(reads.length).toBeGreaterThan(0);
    });

    const needed = reads.filter((call) => !isSpare(call, name));
    for (const call of needed)
      // Only one call per page hangs, because the shell (`SlowCalls`) offers to cancel whichever call is slow.
      for (const trouble of triesAll.has(name) ? troubles : [call === needed[0] ? ('no answer' as const) : ('500' as const)])
        await test.step(`${call}: ${trouble}`, async () => {
          await setScene(page, { visitor, answers: { [call]: answerWith(trouble) } });
          await page.goto(path);
          await expect(main(page)).toBeVisible();
          if (trouble === 'no answer') {
            await expect(page.getByRole('navigation', { name: 'Main', exact: true })).toBeVisible();
            await page.clock.fastForward(11_000);
            const slow = page.getByText('This is taking longer than usual.');
            await expect(slow).toBeVisible();
            await page.getByRole('status').getByRole('button', { name: 'Cancel' }).click();
            await expect(slow).toBeHidden();
          }
          await page.clock.fastForward(1_000);
          if (call === 'getDeck') {
            // The page of a deck that cannot be loaded redirects to the list.
            await expect(page.getByText('Failed to load flashcard deck')).toBeVisible();
            await expect(page).toHaveURL(/\/quizzes/);
          } else {
            await expect(main(page).getByRole('alert').first()).toContainText(/\w+ \w+/);
            const ways = main(page)
              .getByRole('button', { name: /try again/i })
              .or(main(page).getByRole('link', { name: /back|upgrade|quizzes/i }));
            await expect(ways.first()).toBeVisible();
          }
        });
  });

/** The sign-in and its sentence are the shell's (`session.test.ts`, `frame.test.tsx`). Each remote calls its code. */
test('an answer that ends the session leads to the sign-in with a sentence, from a page of each remote', async ({ page }) => {
  await setScene(page, {
    visitor: 'free',
    answers: { getUser: { status: 401, body: { msg: 'Please sign in again.', code: 'session_ended' } } },
  });
  for (const path of ['/settings', '/study-materials', '/quizzes', '/subscription']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  }
});
