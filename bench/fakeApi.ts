import type { Page } from '@playwright/test';

export const createdAt = '2025-03-05T09:00:00.000Z';
const user = { _id: 'u1', firstName: 'Ada', lastName: 'Byron', email: 'ada@students.example', isVerified: true, createdAt };

const pageSize = 100;

/** A guide in the list. @param number counted from 0 */
const listedGuide = (number: number) => ({
  _id: `guide${String(number).padStart(5, '0')}`,
  title: `Lecture ${String(number)}: the renal system and what each segment of it does`,
  stylePreference: null,
  processedContent: { overview: 'Filtration, reabsorption and secretion in the nephron.' },
  preview: 'Filtration, reabsorption and secretion in the nephron, and what each segment does with water, sodium and glucose...',
  folderId: null,
  generatedBy: 'offline',
  createdAt,
});

export interface FakeApiOptions {
  /** The API's address. */
  api: string;
  /** How many guides the learner has. */
  guides: number;
  /** Responses to further calls, by path. */
  answers?: Readonly<Record<string, unknown>>;
}

/** Signs a learner in and answers every call immediately, so that a benchmark measures only the page. */
export const fakeApi = async (page: Page, { api, guides, answers = {} }: FakeApiOptions): Promise<void> => {
  await page.addInitScript((person) => {
    localStorage.setItem('token', 'bench');
    localStorage.setItem('root', JSON.stringify({ auth: { user: person } }));
  }, user);
  await page.route(`${api}/**`, async (route) => {
    const { pathname, searchParams } = new URL(route.request().url());
    const headers = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'x-next', 'content-type': 'application/json' };
    if (pathname === '/auth/user') return route.fulfill({ headers, body: JSON.stringify({ user }) });
    if (pathname in answers) return route.fulfill({ headers, body: JSON.stringify(answers[pathname]) });
    if (pathname !== '/study-materials') return route.fulfill({ headers, body: '[]' });
    const from = Number(searchParams.get('after') ?? 0);
    const items = Array.from({ length: Math.min(pageSize, guides - from) }, (_, index) => listedGuide(from + index));
    const next = from + pageSize < guides ? { 'x-next': String(from + pageSize) } : {};
    await route.fulfill({ headers: { ...headers, ...next }, body: JSON.stringify(items) });
  });
};

/** Opens the list page and waits until all guides are loaded. */
export const openGuideList = async (page: Page, site: string, count: number): Promise<void> => {
  await page.goto(`${site}/study-materials`);
  const cards = page.locator('article');
  while ((await cards.count()) < count) {
    await page.evaluate(() => {
      scrollTo(0, document.body.scrollHeight);
    });
    await page.waitForTimeout(50);
  }
  await page.evaluate(() => {
    scrollTo(0, 0);
  });
};
