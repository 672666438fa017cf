import { goAndSettle } from '../support/answers.ts';
import { asPremium, call, makePremium, newLearner, textForm, untilStudyKnowsPremium, type Learner } from '../support/api.ts';
import { drawn, expect, test } from '../support/browser.ts';
import { lecture } from '../support/lecture.ts';
import type { Page } from '@playwright/test';

/** Signs a learner of the API in. */
const enter = async (page: Page, { token }: Learner): Promise<void> => {
  await page.addInitScript((value) => {
    localStorage.setItem('token', value);
  }, token);
};

const guideOf = async ({ token }: Learner, number: number): Promise<string> => {
  const { body } = await call('POST', '/study-materials/unified', { token, form: textForm(`# Lecture ${number}\n\n${lecture}`) });
  return body._id as string;
};

/** Creates as many resources of each kind as the free plan allows. */
const fill = async (learner: Learner): Promise<void> => {
  const { token } = learner;
  const ids: string[] = [];
  for (let number = 1; number <= 5; number += 1) ids.push(await guideOf(learner, number));
  for (const name of ['Biology', 'Law']) expect((await call('POST', '/folders', { token, body: { name } })).status).toBe(201);
  for (const studyMaterialId of ids) {
    expect((await call('POST', '/quizzes/generate', { token, body: { studyMaterialId } })).status).toBe(201);
    expect((await call('POST', '/flashcards', { token, body: { studyMaterialId, stylePreference: null } })).status).toBe(201);
  }
};

/** Waits until billing knows these counts. It fetches them, and falls back to the last known ones after half a second. */
const expectCounts = ({ token }: Learner, [studyMaterials, folders, quizzes, flashcards]: readonly [number, number, number, number]) =>
  expect
    .poll(() => call('GET', '/subscription/limits', { token }))
    .toMatchObject({
      status: 200,
      body: {
        studyMaterials: { current: studyMaterials },
        folders: { current: folders },
        quizzes: { current: quizzes },
        flashcards: { current: flashcards },
      },
    });

/** Opens a page and waits until it knows the limits. */
const openWithLimits = async (page: Page, path: string): Promise<void> => {
  const limits = page.waitForResponse((response) => response.url().endsWith('/subscription/limits'));
  await goAndSettle(page, path);
  await (await limits).finished();
  await drawn(page);
};

const upgrade = (page: Page) => page.getByRole('dialog', { name: 'Upgrade to Premium' });

const ways: readonly [what: string, path: string, button: string][] = [
  ['study guides', '/study-materials', 'Create New Guide'],
  ['study guides from the dashboard', '/dashboard', 'New Study Material'],
  ['folders', '/folders', 'Create Folder'],
  ['quizzes', '/quizzes', 'Create Quiz'],
  ['flashcards', '/quizzes?tab=flashcards', 'Create Flashcard Deck'],
];

test('a free learner with 5 guides, 2 folders, 5 quizzes and 5 decks meets each limit, in words, before anything is lost', async ({
  page,
}) => {
  const learner = await newLearner();
  await fill(learner);
  await expectCounts(learner, [5, 2, 5, 5]);
  await enter(page, learner);
  for (const [what, path, button] of ways)
    await test.step(`§6 Free learners: at the limit of ${what} '${button}' opens the upgrade modal instead`, async () => {
      // Before the limits are loaded, the page would open its own dialog and the server would refuse.
      await openWithLimits(page, path);
      await page.getByRole('button', { name: button }).first().click();
      await expect(upgrade(page)).toBeVisible();
      await drawn(page);
      await page.keyboard.press('Escape');
      await expect(upgrade(page)).toBeHidden();
    });
  await test.step('§9 Free plan: 5 study guides, 5 flashcard decks, 5 quizzes, 2 folders are what the subscription page counts', async () => {
    await page.goto('/subscription');
    await expect(page.getByText('5 of 5')).toHaveCount(3);
    await expect(page.getByText('2 of 2')).toBeVisible();
  });
  await test.step("§2 Usage meter: at the limit it reads 'You've reached your' + type + 'limit. Upgrade to continue.' with an Upgrade button", async () => {
    await expect(page.getByText(/^You've reached your .+ limit\. Upgrade to continue\.$/)).toHaveCount(4);
    await page.getByRole('button', { name: 'Upgrade', exact: true }).first().click();
    await expect(upgrade(page)).toBeVisible();
    await page.keyboard.press('Escape');
  });
  await test.step('§6 Free learners: creating past the limit is refused by the server, too, with upgradeRequired, and nothing is stored', async () => {
    const { token } = learner;
    const [first] = (await call('GET', '/study-materials', { token })).body as { _id: string }[];
    const body = { studyMaterialId: first!._id };
    for (const refused of [
      await call('POST', '/study-materials/unified', { token, form: textForm(lecture) }),
      await call('POST', '/folders', { token, body: { name: 'One more' } }),
      await call('POST', '/quizzes/generate', { token, body }),
      await call('POST', '/flashcards', { token, body: { ...body, stylePreference: null } }),
    ]) {
      expect(refused.status).toBe(403);
      expect(refused.body).toMatchObject({ upgradeRequired: true, msg: expect.stringMatching(/\w+ \w+/) as unknown as string });
    }
    await expectCounts(learner, [5, 2, 5, 5]);
  });
  await test.step('§6 Free learners: no quiz regeneration, no extra flashcard generation; the progress page is blurred and blocked', async () => {
    const [deck] = (await call('GET', '/flashcards', { token: learner.token })).body as { _id: string; cardCount: number }[];
    await page.goto(`/flashcards/${deck!._id}`);
    await expect(page.getByText(`Card 1 of ${deck!.cardCount}`)).toBeVisible();
    expect(deck!.cardCount).toBeLessThanOrEqual(20);
    await drawn(page);
    for (let card = 1; card < deck!.cardCount; card += 1) await page.keyboard.press('ArrowRight');
    await page.getByRole('button', { name: 'Generate New Cards' }).click();
    await expect(upgrade(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await page.goto('/progress');
    await expect(page.getByText('Premium Feature')).toBeVisible();
  });
});

test('a premium learner meets no limit', async ({ page }) => {
  const learner = await newLearner();
  await fill(learner);
  await makePremium(learner);
  // Library and study may use the previous plan for two seconds, which the buttons do not wait for.
  const spare = await asPremium(() => call('POST', '/folders', { token: learner.token, body: { name: 'Spare' } }));
  expect((await call('DELETE', `/folders/${spare.body._id}`, { token: learner.token })).status).toBe(200);
  await untilStudyKnowsPremium(learner);
  await enter(page, learner);
  await test.step('§6 Premium learners: a sixth guide, quiz and deck and a third folder are made, from the same buttons', async () => {
    await page.goto('/study-materials');
    await page.getByRole('button', { name: 'Create New Guide' }).first().click();
    await expect(page).toHaveURL(/\/study-materials\/create$/);
    await page.getByLabel('Content').fill(lecture);
    await page.getByRole('button', { name: 'Generate Guide' }).click();
    await expect(page.getByText('Study guide created successfully!')).toBeVisible();
    await page.goto('/folders');
    await page.getByRole('button', { name: 'Create Folder' }).first().click();
    await page.getByLabel('Folder Name').fill('A third one');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Folder created successfully')).toBeVisible();
    for (const [path, button, title, done] of [
      ['/quizzes', 'Create Quiz', 'Generate Quiz', 'Quiz created successfully'],
      ['/quizzes?tab=flashcards', 'Create Flashcard Deck', 'Create Flashcard Deck', 'Flashcard deck created successfully'],
    ] as const) {
      await page.goto(path);
      await page.getByRole('button', { name: button }).first().click();
      const dialog = page.getByRole('dialog', { name: title });
      await dialog.getByRole('combobox').first().selectOption({ index: 1 });
      await dialog
        .getByRole('button', { name: /generate|create/i })
        .last()
        .click();
      await expect(page.getByText(done)).toBeVisible();
    }
    await expectCounts(learner, [6, 3, 6, 6]);
  });
  await test.step("§2 Usage meter: premium shows 'Unlimited' where unlimited is allowed", async () => {
    await page.goto('/subscription');
    await expect(page.getByText('Unlimited').first()).toBeVisible();
    await expect(page.getByText(/of 5$/)).toHaveCount(0);
  });
  await test.step('§6 Premium learners: progress tracking is open', async () => {
    await page.goto('/progress');
    await expect(page.getByText('Premium Feature')).toHaveCount(0);
    await expect(page.getByRole('progressbar').first()).toBeVisible();
  });
});
