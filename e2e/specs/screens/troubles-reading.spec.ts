import { calls } from '@lectern/contracts';
import type { Page } from '@playwright/test';
import { pages, goAndSettle, setScene, type Asked, type CallName } from '../../support/answers.ts';
import { expect, test } from '../../support/keptPages.ts';

/**
 * Every call that a page makes to show itself is delayed and failed: no page hangs, none goes blank, each failure ends in a sentence and a way
 * on. What is said of which status, and which is tried again, is the platform's (`queryClient.test.ts`, `httpClient.test.ts`): no page tells a
 * 429 or a lost connection from a 500, so that two pages try all four.
 */
type Trouble = 'no answer' | '500' | '429' | 'no connection';
const troubles: readonly Trouble[] = ['no answer', '500', '429', 'no connection'];
/** Every call of a page fails. One of them hangs, too: the line that offers to cancel is the platform's (`SlowNotice`), whichever call it waits for. */
const troublesOf = (call: CallName, first: CallName | undefined): readonly Trouble[] => (call === first ? ['no answer', '500'] : ['500']);
/** A list, and the one page that a failure leads away from. */
const triesAll = new Set(['guide-list', 'deck']);
/** Who is signed in is the shell's matter (`session.test.ts`): tried on a page that greets, one that edits it, and a list. */
const showsUser = new Set(['dashboard', 'settings', 'guide-list']);

/** What pages of review need of each other: the number due and the settings beside what a page is about, the next exam on the dashboard. */
const spareOfReview: Readonly<Record<string, readonly CallName[]>> = {
  dashboard: ['listExams'],
  review: ['getReviewSummary', 'getReviewSettings'],
  'review-statistics': ['getReviewSettings'],
  'review-settings': ['getReviewSummary'],
};

/** What the page already knows, or does not need to show what it is about; the locked page of progress is blurred anyway. */
const isSpare = (call: CallName, name: string): boolean =>
  call === 'getUser' ||
  (call === 'getLimits' && !['dashboard', 'subscription', 'subscription-premium'].includes(name)) ||
  (call === 'listFolders' && name !== 'folder-list') ||
  // A guide is read without its highlights; their list says that they could not be read (`marks.test.tsx`).
  call === 'listMarks' ||
  spareOfReview[name]?.includes(call) === true ||
  name === 'progress-locked';

const main = (page: Page) => page.getByRole('main');

for (const { name, path, visitor, ready } of pages.filter((each) => each.visitor !== 'signed-out'))
  test(`${name}: ${triesAll.has(name) ? 'each of its calls gets no answer, a 500, a 429 and no connection' : 'each of its calls fails, and one of them hangs'}`, async ({
    pageOf,
  }) => {
    const page = await pageOf(visitor);
    const made = await setScene(page, { visitor });
    await goAndSettle(page, path, ready);
    const reads = [...new Set(made)].filter((call) => calls[call].method === 'GET');
    expect(reads.length).toBeGreaterThan(0);

    const hanging = reads.find((each) => each !== 'getUser' && !isSpare(each, name)) ?? reads[0];
    for (const call of reads.filter((each) => each !== 'getUser' || showsUser.has(name)))
      for (const trouble of triesAll.has(name) && !isSpare(call, name) ? troubles : troublesOf(call, hanging))
        await test.step(`${call}: ${trouble}`, async () => {
          await setScene(page, {
            visitor,
            answers: {
              [call]: async (asked: Asked) => {
                if (trouble === 'no answer') return;
                if (trouble === 'no connection') return asked.breakOff();
                const status = Number(trouble);
                await asked.answer(
                  status,
                  { code: status === 429 ? 'too_many_requests' : 'internal', requestId: 'r1' },
                  { 'retry-after': '30' },
                );
              },
            },
          });
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
          // Reads are tried again once by themselves.
          await page.clock.fastForward(1_000);
          if (isSpare(call, name)) await expect(page.getByRole('heading', { level: 1 })).toHaveText(ready);
          else if (call === 'getDeck') {
            // Specification, section 4: a deck that cannot be loaded sends to the list.
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

test('an answer that ends the session leads to the sign-in with a sentence, from every page', async ({ page }) => {
  await setScene(page, {
    visitor: 'free',
    answers: { getUser: { status: 401, body: { msg: 'Please sign in again.', code: 'session_ended' } } },
  });
  for (const { path } of pages.filter((each) => each.visitor !== 'signed-out')) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  }
});
