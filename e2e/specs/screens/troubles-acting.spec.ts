import { casesOfThisRun } from '@lectern/test-servers';
import type { Page } from '@playwright/test';
import { user } from '../../fixtures/learner.ts';
import { goAndSettle, setScene, type Asked, type CallName, type Visitor } from '../../support/answers.ts';
import { expect, test } from '../../support/keptPages.ts';

/**
 * Every call by which a learner acts fails in turn: without a connection, and with "upgrade required" or, for calls that no plan restricts,
 * with the server's own sentence. Each failure must show a sentence, leave the page usable and lose no input: the same button is pressed
 * again each time. The sentence depends on whether the server sent one, not on the status (`reportError.test.ts`): the fallback and the
 * upgrade offer show that a page passes its failure on to `reportError`. The calls in `triesAll` get every failure.
 */
interface Action {
  call: CallName;
  path: string;
  visitor: Visitor;
  /** The page's sentence if the server sends none. */
  fallback: string;
  /** Runs once. */
  prepare?: (page: Page) => Promise<void>;
  /** Runs for each failure: from the page to the call. */
  act: (page: Page) => Promise<void>;
  /** Checks what must still be there afterwards. */
  kept?: (page: Page) => Promise<void>;
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();
/** Chooses a file with cards in the import dialog. */
const chooseWords = (page: Page): Promise<void> =>
  page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles({ name: 'Words.csv', mimeType: 'text/csv', buffer: Buffer.from('chat,cat\n') });
const press = (name: string | RegExp) => (page: Page) => button(page, name).click();
const fill = async (page: Page, fields: Record<string, string>): Promise<void> => {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
};
const holds = async (page: Page, fields: Record<string, string>): Promise<void> => {
  for (const [label, value] of Object.entries(fields)) await expect(page.getByLabel(label, { exact: true })).toHaveValue(value);
};
const confirmed = async (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('alertdialog').getByRole('button', { name }).click();
const fromMenu = (entry: string | RegExp, confirm?: string) => async (page: Page) => {
  await button(page, /^Options for/).click();
  await page.getByRole('menuitem', { name: entry }).click();
  if (confirm !== undefined) await confirmed(page, confirm);
};

/** Deletes an item of a list, and waits until it can no longer be undone, which makes the call. */
const deleteForGood = (entry: string | RegExp) => async (page: Page) => {
  await fromMenu(entry, 'Delete')(page);
  await expect(button(page, 'Undo')).toBeVisible();
  await page.clock.fastForward(8_000);
};

/** Deletes an item and hides the page, as when the browser goes to the background. */
const deleteAndHide = (entry: string) => async (page: Page) => {
  await fromMenu(entry, 'Delete')(page);
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
    Reflect.deleteProperty(document, 'visibilityState');
  });
};

const registration = {
  'First name': 'Ada',
  'Last name': 'Byron',
  Email: user.email,
  Password: 'correct horse',
  'Confirm password': 'correct horse',
};
const signIn = { Email: user.email, Password: 'correct horse' };
const passwords = { 'Current password': 'correct horse', 'New password': 'battery staple', 'Confirm new password': 'battery staple' };
const names = { 'First name': 'Augusta', 'Last name': 'King' };

const actions: readonly Action[] = [
  {
    call: 'login',
    path: '/login',
    visitor: 'signed-out',
    fallback: 'Login failed. Please check your credentials.',
    prepare: (page) => fill(page, signIn),
    act: press('Sign In'),
    kept: (page) => holds(page, signIn),
  },
  {
    call: 'register',
    path: '/register',
    visitor: 'signed-out',
    fallback: 'Registration failed',
    prepare: (page) => fill(page, registration),
    act: press('Register'),
    kept: (page) => holds(page, registration),
  },
  {
    call: 'forgotPassword',
    path: '/forgot-password',
    visitor: 'signed-out',
    fallback: 'Failed to send reset link',
    prepare: (page) => fill(page, { Email: user.email }),
    act: press('Send Reset Link'),
    kept: (page) => holds(page, { Email: user.email }),
  },
  {
    call: 'resetPassword',
    path: '/reset-password/token',
    visitor: 'signed-out',
    fallback: 'Password reset failed',
    prepare: (page) => fill(page, { 'New password': 'battery staple', 'Confirm new password': 'battery staple' }),
    act: press('Reset Password'),
    kept: (page) => holds(page, { 'New password': 'battery staple' }),
  },
  {
    call: 'updateProfile',
    path: '/settings',
    visitor: 'free',
    fallback: 'Failed to update profile',
    prepare: (page) => fill(page, names),
    act: press('Save Changes'),
    kept: (page) => holds(page, names),
  },
  {
    call: 'updatePassword',
    path: '/settings',
    visitor: 'free',
    fallback: 'Failed to update password',
    prepare: (page) => fill(page, passwords),
    act: press('Update Password'),
    kept: (page) => holds(page, passwords),
  },
  {
    call: 'deleteAccount',
    path: '/settings',
    visitor: 'free',
    fallback: 'Failed to delete account',
    act: async (page) => {
      await button(page, 'Delete Account').click();
      await confirmed(page, /delete/i);
    },
  },
  {
    call: 'createStudyMaterial',
    path: '/study-materials/create',
    visitor: 'free',
    fallback: 'Something went wrong',
    prepare: (page) => fill(page, { Content: 'Notes of a lecture.' }),
    act: press('Generate Guide'),
    kept: (page) => holds(page, { Content: 'Notes of a lecture.' }),
  },
  {
    call: 'deleteStudyMaterial',
    path: '/study-materials',
    visitor: 'free',
    fallback: 'Failed to delete study guide',
    act: deleteAndHide('Delete'),
  },
  {
    call: 'removeFromFolder',
    path: '/study-materials',
    visitor: 'free',
    fallback: 'Failed to remove from folder',
    act: fromMenu('Remove from Nursing', 'Remove'),
  },
  {
    call: 'addToFolder',
    path: '/study-materials',
    visitor: 'free',
    fallback: 'Failed to add to folder',
    act: async (page) => {
      await button(page, 'Options for Contract Formation').click();
      await page.getByRole('menuitem', { name: 'Add to Folder' }).click();
      await page.getByRole('menuitem', { name: 'Biology' }).click();
    },
  },
  {
    call: 'createFolder',
    path: '/folders',
    visitor: 'premium',
    fallback: 'Failed to create folder',
    prepare: async (page) => {
      await button(page, 'Create Folder').click();
      await fill(page, { 'Folder Name': 'Chemistry' });
    },
    act: (page) => page.getByLabel('Folder Name').press('Enter'),
    kept: (page) => holds(page, { 'Folder Name': 'Chemistry' }),
  },
  {
    call: 'deleteFolder',
    path: '/folders',
    visitor: 'free',
    fallback: 'Failed to delete folder',
    act: deleteAndHide('Delete Folder'),
  },
  {
    call: 'removeFromFolder',
    path: '/folders/folder1',
    visitor: 'free',
    fallback: 'Failed to remove study guide',
    act: fromMenu('Remove from Folder', 'Remove'),
  },
  {
    call: 'generateQuiz',
    path: '/quizzes',
    visitor: 'free',
    fallback: 'Something went wrong',
    prepare: async (page) => {
      await button(page, 'Create Quiz').click();
      await page.getByRole('dialog').getByRole('combobox').selectOption({ index: 1 });
      await page.getByLabel('Quiz Style Preference').fill('NCLEX-style');
    },
    act: (page) =>
      page
        .getByRole('dialog')
        .getByRole('button', { name: /generate/i })
        .click(),
    kept: (page) => expect(page.getByLabel('Quiz Style Preference')).toHaveValue('NCLEX-style'),
  },
  {
    call: 'createDeck',
    path: '/quizzes?tab=flashcards',
    visitor: 'free',
    fallback: 'Something went wrong',
    prepare: async (page) => {
      await button(page, 'Create Flashcard Deck').click();
      await page.getByRole('dialog').getByRole('combobox').selectOption({ index: 1 });
    },
    act: (page) =>
      page
        .getByRole('dialog')
        .getByRole('button', { name: /create|generate/i })
        .last()
        .click(),
  },
  {
    call: 'previewDeckImport',
    path: '/quizzes?tab=flashcards',
    visitor: 'free',
    fallback: 'Failed to read the file',
    prepare: (page) => button(page, 'Import').first().click(),
    act: chooseWords,
  },
  {
    call: 'importDecks',
    path: '/quizzes?tab=flashcards',
    visitor: 'free',
    fallback: 'Failed to import',
    prepare: async (page) => {
      await button(page, 'Import').first().click();
      await chooseWords(page);
      await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Words');
    },
    act: (page) => page.getByRole('dialog').getByRole('button', { name: 'Import' }).click(),
    kept: (page) => expect(page.getByRole('cell', { name: 'chat' })).toBeVisible(),
  },
  {
    call: 'deleteQuiz',
    path: '/quizzes',
    visitor: 'free',
    fallback: 'Failed to delete quiz',
    act: deleteForGood(/delete/i),
  },
  {
    call: 'deleteDeck',
    path: '/quizzes?tab=flashcards',
    visitor: 'free',
    fallback: 'Failed to delete flashcard deck',
    act: deleteForGood('Delete Deck'),
  },
  {
    call: 'updateQuestion',
    path: '/quizzes/quiz1',
    visitor: 'premium',
    fallback: 'Failed to update question',
    prepare: async (page) => {
      await fromMenu('Edit Question')(page);
      await fill(page, { Question: 'What does the nurse check first?' });
    },
    act: press('Save Changes'),
    kept: (page) => holds(page, { Question: 'What does the nurse check first?' }),
  },
  {
    call: 'deleteQuestion',
    path: '/quizzes/quiz1',
    visitor: 'premium',
    fallback: 'Failed to delete question',
    act: fromMenu('Delete Question', 'Delete'),
    kept: (page) => expect(page.getByText('Question 1 of 10')).toBeVisible(),
  },
  {
    call: 'reportQuestion',
    path: '/quizzes/quiz1',
    visitor: 'premium',
    fallback: 'Failed to send the report',
    prepare: async (page) => {
      await fromMenu('Report Question')(page);
      await page.getByRole('radio', { name: 'Something else.' }).check();
      await fill(page, { Comment: 'Two of them are right.' });
    },
    act: press('Send Report'),
    kept: (page) => holds(page, { Comment: 'Two of them are right.' }),
  },
  {
    call: 'submitQuiz',
    path: '/quizzes/quiz1',
    visitor: 'premium',
    fallback: 'Something went wrong',
    prepare: async (page) => {
      for (let question = 1; question <= 10; question += 1) {
        await expect(page.getByText(`Question ${question} of 10`)).toBeVisible();
        await page.getByRole('radio').first().check({ force: true });
        await button(page, 'Show Answer').click();
        if (question < 10) await button(page, 'Next Question').click();
      }
    },
    act: press('Submit Quiz'),
    kept: async (page) => {
      await expect(page.getByText('Question 10 of 10')).toBeVisible();
      await expect(page.getByRole('radio').first()).toBeChecked();
    },
  },
  {
    call: 'updateCard',
    path: '/flashcards/deck1',
    visitor: 'premium',
    fallback: 'Failed to update card',
    prepare: async (page) => {
      await fromMenu('Edit Card')(page);
      await fill(page, { Front: 'What is preload?', Back: 'The stretch at the end of filling.' });
    },
    act: press('Save Changes'),
    kept: (page) => holds(page, { Front: 'What is preload?', Back: 'The stretch at the end of filling.' }),
  },
  {
    call: 'deleteCard',
    path: '/flashcards/deck1',
    visitor: 'premium',
    fallback: 'Failed to delete card',
    act: fromMenu('Delete Card', 'Delete'),
    kept: (page) => expect(page.getByText('Card 1 of 20')).toBeVisible(),
  },
  {
    call: 'reportCard',
    path: '/flashcards/deck1',
    visitor: 'premium',
    fallback: 'Failed to send the report',
    prepare: async (page) => {
      await fromMenu('Report Card')(page);
      await page.getByRole('radio', { name: 'Something else.' }).check();
      await fill(page, { Comment: 'Two facts at once.' });
    },
    act: press('Send Report'),
    kept: (page) => holds(page, { Comment: 'Two facts at once.' }),
  },
  {
    call: 'generateCards',
    path: '/flashcards/deck1',
    visitor: 'premium',
    fallback: 'Failed to generate new cards',
    prepare: async (page) => {
      for (let card = 1; card < 20; card += 1) await page.keyboard.press('ArrowRight');
    },
    act: press('Generate New Cards'),
    kept: (page) => expect(page.getByText('Card 20 of 20')).toBeVisible(),
  },
  {
    call: 'updateReviewItem',
    path: '/review',
    visitor: 'free',
    fallback: 'The change was not saved',
    act: fromMenu('Suspend'),
    kept: (page) => expect(page.getByText(/^22 left/)).toBeVisible(),
  },
  {
    call: 'updateReviewSettings',
    path: '/review/settings',
    visitor: 'free',
    fallback: 'Failed to save settings',
    prepare: (page) => fill(page, { 'New cards per day': '7' }),
    act: press('Save Changes'),
    kept: (page) => holds(page, { 'New cards per day': '7' }),
  },
  {
    call: 'askDifferently',
    path: '/review/statistics',
    visitor: 'free',
    fallback: 'No new card could be made',
    prepare: async (page) => page.getByRole('heading', { name: 'Hardest items' }).scrollIntoViewIfNeeded(),
    act: async (page) => {
      await button(page, 'Options for hard card 1').click();
      await page.getByRole('menuitem', { name: 'Ask Differently' }).click();
    },
  },
  {
    call: 'exportAccount',
    path: '/settings',
    visitor: 'free',
    fallback: 'The file could not be made. Please try again.',
    act: press('Export my data'),
  },
  {
    call: 'createExam',
    path: '/review/exams',
    visitor: 'free',
    fallback: 'Failed to add exam',
    prepare: async (page) => {
      await button(page, 'Add Exam').click();
      await fill(page, { Name: 'Anatomy', Date: '2025-06-01' });
      await page.getByRole('checkbox', { name: 'Contract Formation' }).check();
    },
    act: (page) => page.getByRole('dialog').getByRole('button', { name: 'Add Exam' }).click(),
    kept: (page) => holds(page, { Name: 'Anatomy', Date: '2025-06-01' }),
  },
  {
    call: 'deleteExam',
    path: '/review/exams',
    visitor: 'free',
    fallback: 'Failed to delete exam',
    act: fromMenu('Delete Exam', 'Delete'),
    kept: (page) => expect(page.getByRole('article')).toHaveCount(2),
  },
  {
    call: 'createSubscription',
    path: '/subscription',
    visitor: 'free',
    fallback: 'Failed to create subscription',
    act: press('Upgrade to Premium'),
  },
  {
    call: 'createPortalSession',
    path: '/subscription',
    visitor: 'premium',
    fallback: 'Failed to create portal session',
    act: press('Manage Billing'),
  },
  {
    call: 'upgradeSubscription',
    path: '/folders',
    visitor: 'free',
    fallback: 'Failed to create subscription',
    prepare: press('Create Folder'),
    act: (page) => page.getByRole('dialog').getByRole('button', { name: 'Upgrade to Premium' }).click(),
  },
];

/** The only call that checks the status, made without a session (`register.screen.tsx`), and one call of each of the larger remotes. */
const triesAll: ReadonlySet<CallName> = new Set(['register', 'createStudyMaterial', 'submitQuiz']);

type Failure = [name: string, sentence: string, answer: (asked: Asked) => Promise<void>];
const failuresOf = ({ call, visitor, fallback }: Action): Failure[] => {
  const withoutConnection: Failure = ['without a connection', fallback, (asked) => asked.breakOff()];
  const msg = 'The server tells what it is.';
  const withSentence: Failure = ['with a sentence', msg, (asked) => asked.answer(503, { msg, code: 'unavailable', requestId: 'r1' })];
  if (!triesAll.has(call)) return offersUpgrade(call, visitor) ? [withoutConnection] : [withSentence, withoutConnection];
  const slow = 'Slow down a little.';
  return [
    withSentence,
    withoutConnection,
    ['without a sentence', fallback, (asked) => asked.answer(500, {})],
    ['too many', slow, (asked) => asked.answer(429, { msg: slow, code: 'too_many_requests' }, { 'retry-after': '5' })],
  ];
};
const offersUpgrade = (call: CallName, visitor: Visitor): boolean =>
  visitor !== 'signed-out' && !['upgradeSubscription', 'deleteAccount'].includes(call);

/** Presses Escape until no dialog is open. Confirms that typed text is discarded. */
const closeAll = async (page: Page): Promise<void> => {
  const open = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  const discard = page.getByRole('alertdialog').getByRole('button', { name: 'Discard' });
  await expect(async () => {
    if (await discard.isVisible()) await discard.click();
    else if ((await open.count()) > 0) await page.keyboard.press('Escape');
    expect(await open.count()).toBe(0);
  }).toPass();
};

/** Records the alerts of a page, so that one that is gone before a busy machine looks is heard, too. */
const listenForAlerts = async (page: Page) => {
  const heard = await page.evaluateHandle(() => {
    const sentences: string[] = [];
    const record = (): void => {
      for (const alert of document.querySelectorAll('[role=alert]')) if (alert.checkVisibility()) sentences.push(alert.textContent);
    };
    new MutationObserver(record).observe(document.body, { childList: true, characterData: true, subtree: true });
    return sentences;
  });
  return {
    forget: () => heard.evaluate((sentences) => void sentences.splice(0)),
    hear: (sentence: string, options?: { timeout: number }) =>
      expect.poll(() => heard.evaluate((sentences) => sentences.join('\n')), options).toContain(sentence),
  };
};

/**
 * The actions, grouped by page, because each page is loaded only once. Each screen's own tests also check the sentence and the kept input,
 * so the pages are spread over two runs.
 */
const groups = casesOfThisRun(
  Object.values(Object.groupBy(actions, ({ path, visitor }) => `${path} ${visitor}`)).map((group) => group ?? []),
  2,
);

for (const group of groups)
  test(`on ${group[0]?.path ?? ''}, ${group.map(({ call, fallback }) => `${call} fails: '${fallback}' where the server says nothing`).join('; ')}`, async ({
    pageOf,
  }) => {
    const { path = '', visitor = 'free' } = group[0] ?? {};
    const page = await pageOf(visitor);
    let answer: Failure[2] = (asked) => asked.breakOff();
    await setScene(page, { visitor });
    await goAndSettle(page, path);
    const alerts = await listenForAlerts(page);
    for (const action of group)
      await test.step(action.call, async () => {
        const { call, prepare, act, kept } = action;
        await setScene(page, { visitor, answers: { [call]: (asked: Asked) => answer(asked) } });
        await prepare?.(page);
        for (const [name, sentence, given] of failuresOf(action))
          await test.step(name, async () => {
            answer = given;
            await alerts.forget();
            await act(page);
            // A call that breaks off late, on a busy machine, is repeated for a minute.
            await alerts.hear(sentence, { timeout: 5_000 }).catch(() => page.clock.fastForward(61_000));
            await alerts.hear(sentence);
            await expect(page.getByRole('dialog', { name: /^(Creating|Generating|Building|Making|Writing)/ })).toHaveCount(0);
            await kept?.(page);
            // Wait until the toast is gone, before the next one.
            await page.clock.fastForward(6_000);
          });
        if (offersUpgrade(call, visitor))
          await test.step('upgrade required', async () => {
            answer = (asked) => asked.answer(403, { code: 'limit_reached', upgradeRequired: true });
            await act(page);
            await expect(page.getByRole('dialog', { name: 'Upgrade to Premium' })).toBeVisible();
            await expect(page.getByText('Upgrade required').first()).toBeVisible();
            await page.clock.fastForward(6_000);
          });
        await closeAll(page);
      });
  });

test("logging out while the server is down still signs out, and says 'Logout failed'", async ({ page }) => {
  await setScene(page, { visitor: 'free', answers: { logout: { status: 500, body: {} } } });
  await page.goto('/dashboard');
  await page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('button', { name: 'Logout' }).click();
  await confirmed(page, 'Logout');
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByText('Logout failed')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

test("a verification link that fails: 'Verification Failed' with the server's sentence, or the fallback's, and a way back", async ({
  page,
}) => {
  await setScene(page, {
    visitor: 'signed-out',
    answers: { verifyEmail: { status: 400, body: { msg: 'The link was used.', code: 'invalid' } } },
  });
  await page.goto('/verify-email/used');
  await expect(page.getByRole('heading', { name: 'Verification Failed' })).toBeVisible();
  await expect(page.getByText('The link was used.')).toBeVisible();
  await setScene(page, { visitor: 'signed-out', answers: { verifyEmail: (asked) => asked.breakOff() } });
  await page.reload();
  await expect(page.getByText("We couldn't verify your email. The link may have expired or is invalid.")).toBeVisible();
  await page
    .getByRole('button', { name: 'Return to Login' })
    .or(page.getByRole('link', { name: 'Return to Login' }))
    .click();
  await expect(page).toHaveURL(/\/login$/);
});
