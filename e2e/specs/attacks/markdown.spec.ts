import type { Page } from '@playwright/test';
import { call, newLearner, textForm, type Learner } from '../../support/api.ts';
import { expect, test } from '../../support/browser.ts';
import { lecture } from '../../support/lecture.ts';

/** Creates a guide with this text, to test what it does in a real browser under the page's policy. */
const guideOf = async ({ token }: Learner, text: string): Promise<string> =>
  (await call('POST', '/study-materials/unified', { token, form: textForm(text) })).body._id as string;

const openGuide = async (page: Page, { token }: Learner, id: string): Promise<void> => {
  await page.addInitScript((value) => {
    localStorage.setItem('token', value);
  }, token);
  await page.goto(`/study-materials/${id}`);
};

test('character references of a source and of an edited guide are read like any text', async ({ page }) => {
  const learner = await newLearner();
  const id = await guideOf(
    learner,
    `${lecture}\n\nThe reference &lt; is the notation that stands for the less-than sign. AT&T; is no reference.`,
  );
  await openGuide(page, learner, id);
  await expect(page.getByRole('main')).toContainText('AT&T; is no reference');
  const content =
    '# T\n\n## Signs\n\n&lt;b&gt; &amp; &copy; &nosuch; &notit; &semi; &#38; [there](https://elsewhere.example/?a&amp;b) `&lt;`\n\n``` &lt;\n&gt;\n```\n';
  await call('PUT', `/study-materials/${id}`, { token: learner.token, body: { content } });
  await page.reload();
  await expect(page.getByText('<b> & © &nosuch; &notit; ; &')).toBeVisible();
  await expect(page.getByRole('link', { name: 'there' })).toHaveAttribute('href', 'https://elsewhere.example/?a&b');
});

const hostile = `# T

## root

## lectern

## __proto__

<script>window.ran = 1</script><img src=x onerror="window.ran = 1"><iframe src="javascript:top.ran = 1"></iframe><base href="https://evil.example/">

[1](javascript:window.ran=1) [2](java&Tab;script:window.ran=1) [3](&#106;avascript:window.ran=1) [4](javascript&colon;window.ran=1) [5](&NewLine;javascript:window.ran=1) [6](data:text/html,x) [7](<javascript:window.ran=1>) <javascript:window.ran=1>

[a](//evil.example/) [b](https:evil.example) [c](HTTPS://evil.example) [d](/\\\\evil.example) [e](/&Tab;/evil.example) <https://evil.example> www.evil.example

![p](https://pictures.example/p.png) ![q](javascript:window.ran=1) ![r](data:image/svg+xml,x)

Noted[^lectern]

[^lectern]: [n](javascript:window.ran=1)
`;

test('a hostile guide runs nothing, leads nowhere unseen, and takes no name of the page', async ({ page }) => {
  const learner = await newLearner();
  const id = await guideOf(learner, lecture);
  const title = '"><img src=x onerror=window.ran=1></title><script>window.ran=1</script>';
  expect((await call('PUT', `/study-materials/${id}`, { token: learner.token, body: { title, content: hostile } })).status).toBe(200);
  const asked: (string | undefined)[] = [];
  await page.route('https://*.example/**', async (route) => {
    asked.push(route.request().url(), route.request().headers()['referer']);
    await route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' });
  });
  await openGuide(page, learner, id);
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await expect(page).toHaveTitle(`${title} · Lectern`);
  // Nothing is loaded from other origins: the picture becomes a link.
  await expect(page.getByRole('main').getByRole('link', { name: 'p', exact: true })).toHaveAttribute(
    'href',
    'https://pictures.example/p.png',
  );
  expect(asked).toEqual([]);

  const body = page.getByRole('main');
  for (const name of ['1', '2', '3', '4', '5', '6', '7', 'n'])
    await expect(body.locator('a[href=""]', { hasText: new RegExp(`^${name}$`) })).toHaveCount(1);
  const leaving = await body
    .locator('a')
    .evaluateAll((links) =>
      links
        .filter((link): link is HTMLAnchorElement => link instanceof HTMLAnchorElement && link.host.endsWith('evil.example'))
        .map(({ target, rel }) => [target, rel]),
    );
  expect(leaving).toEqual(Array.from({ length: 5 }, () => ['_blank', 'noopener noreferrer']));
  // Markdown creates no buttons; those here belong to the page.
  await expect(body.getByRole('article').locator('button[id]')).toHaveCount(0);
  const names = await body.locator('[id]:not(button)').evaluateAll((elements) => elements.map(({ id: own }) => own).filter(Boolean));
  expect(names.filter((own) => !/^(section-|user-content-|footnote-label$|contents-title$|ask-about-this-guide$)/.test(own))).toEqual([]);
  expect(await page.evaluate(() => [document.baseURI.startsWith(location.origin), 'ran' in window])).toEqual([true, false]);
});
