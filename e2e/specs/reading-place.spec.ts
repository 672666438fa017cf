import type { Browser, Page } from '@playwright/test';
import { call, newLearner, textForm } from '../support/api.ts';
import { expect, test } from '../support/browser.ts';
import { lecture } from '../support/lecture.ts';

const sections = ['Atria', 'Ventricles', 'Valves', 'Rhythm', 'Vessels'];
const paragraph = 'The heart pumps blood through the body, and the lungs bring oxygen into it. '.repeat(12);
const content = `# Heart\n\n${sections.map((section) => `## ${section}\n\n${`${paragraph}\n\n`.repeat(6)}`).join('')}`;

/** Opens a page on another device of a learner, with its own storage. */
const onDevice = async (browser: Browser, token: string, viewport: { width: number; height: number }): Promise<Page> => {
  const context = await browser.newContext({ viewport });
  await context.addInitScript((kept) => localStorage.setItem('token', kept), token);
  return context.newPage();
};
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name });

test('a guide opens where its learner stopped on another device, and does not move once the learner scrolls', async ({ browser }) => {
  const { token } = await newLearner();
  const guide = (await call('POST', '/study-materials/unified', { token, form: textForm(lecture) })).body as { _id: string };
  const at = `/study-materials/${guide._id}`;
  await call('PUT', at, { token, body: { content } });

  const laptop = await onDevice(browser, token, { width: 1280, height: 800 });
  const opened = laptop.waitForResponse((response) => response.url().endsWith('/place'));
  await laptop.goto(at);
  await opened;
  await expect(heading(laptop, 'Valves')).toBeAttached();
  await heading(laptop, 'Valves').evaluate((element) => {
    scrollTo(0, element.getBoundingClientRect().top + scrollY - 60);
  });
  await expect(laptop.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'Valves' })).toHaveAttribute('aria-current');
  // The tab is closed before the place would be sent after a pause.
  await laptop.close({ runBeforeUnload: true });
  await expect.poll(async () => (await call('GET', `${at}/place`, { token })).body).toMatchObject({ place: { section: 'section-valves' } });

  const phone = await onDevice(browser, token, { width: 360, height: 740 });
  await phone.goto(at);
  await expect(heading(phone, 'Valves')).toBeInViewport();
  await phone.mouse.wheel(0, -900);
  await expect(heading(phone, 'Valves')).not.toBeInViewport();
  await expect
    .poll(async () => (await call('GET', `${at}/place`, { token })).body)
    .toMatchObject({ place: { section: 'section-ventricles' } });
  await phone.close();

  const slow = await onDevice(browser, token, { width: 1280, height: 800 });
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await slow.route('**/place', async (route) => {
    await held;
    await route.continue();
  });
  await slow.goto(at);
  await heading(slow, 'Vessels').scrollIntoViewIfNeeded();
  const answered = slow.waitForResponse((response) => response.url().endsWith('/place') && response.request().method() === 'PUT');
  answer();
  await answered;
  await expect(heading(slow, 'Vessels')).toBeInViewport();
});
