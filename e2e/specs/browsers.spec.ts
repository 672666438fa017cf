import { fork } from 'node:child_process';
import { createPrivateKey, createPublicKey, randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { extractText, getDocumentProxy } from 'unpdf';
import { registryName, signRegistry, type Deployment, type Registry } from '@lectern/registry';
import { freePorts, temporaryFolder } from '@lectern/test-servers';
import { newPerson } from '../pages/account.ts';
import { call, mailedLink, newLearner, textForm, theSite } from '../support/api.ts';
import type { DrivenBrowser } from '../support/browsers/DrivenBrowser.ts';
import { browsers } from '../support/browsers/browsers.ts';
import { samplePath } from '../support/decks.ts';
import { lecture } from '../support/lecture.ts';
import { startSite } from '../support/site.ts';

/** One page of each remote, with a heading that only its own code renders. */
const pages = [
  { remote: 'mf-auth', path: '/settings', heading: 'Settings' },
  { remote: 'mf-library', path: '/study-materials', heading: 'Study Guides' },
  { remote: 'mf-study', path: '/progress', heading: 'Progress' },
  { remote: 'mf-billing', path: '/subscription', heading: /Subscription/ },
] as const;

/** Saves a screenshot for manual review if `BROWSER_PICTURES=folder` is set. Waits until nothing moves. */
const keepPicture = async (browser: DrivenBrowser, name: string): Promise<void> => {
  const folder = process.env['BROWSER_PICTURES'];
  if (folder === undefined) return;
  await browser.settle();
  writeFileSync(`${folder}/${browser.name.split('/')[0] ?? ''}-${name}.png`, await browser.screenshot());
};

const button = (name: string | RegExp) => ({ role: 'button', name }) as const;
const heading = (name: string | RegExp) => ({ role: 'heading', name, level: 1 }) as const;
const textOfPdf = async (pdf: Buffer): Promise<string> =>
  (await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true })).text;
/** Replaces any earlier session. Uses an address without scripts to set the token. */
const signIn = async (browser: DrivenBrowser, token: string): Promise<void> => {
  await browser.goto(`${theSite().site}/robots.txt`);
  await browser.evaluate(`localStorage.setItem('token', arguments[0])`, token);
};
const overflow = 'return document.documentElement.scrollWidth - document.documentElement.clientWidth';

/** Tries to run scripts that are not the page's own; resolves with whether each ran. */
const foreignScripts = `
  const address = arguments[0];
  /** Whether a script ran: \`insert\` puts it into the page and resolves when it has run or was refused. */
  const attempt = async (insert) => {
    window.didRun = false;
    // Text that becomes a script needs a policy for trusted types, which only the shell has.
    try { await insert(); } catch { return false; }
    return window.didRun;
  };
  const ended = (element) => new Promise((resolve) => {
    for (const event of ['load', 'error']) element.addEventListener(event, resolve);
  });
  const scriptWith = (properties) => Object.assign(document.createElement('script'), properties);
  return (async () => ({
    inline: await attempt(() => document.body.append(scriptWith({ textContent: 'window.didRun = true' }))),
    foreign: await attempt(() => {
      const script = scriptWith({ src: address });
      document.body.append(script);
      return ended(script);
    }),
    parsed: await attempt(() => {
      document.body.insertAdjacentHTML('beforeend', '<img src="data:," onerror="window.didRun = true">');
      return ended(document.body.lastElementChild);
    }),
  }))();
`;

/** Starts another page server for the site's remotes, with its own registry. */
const startPageServer = async () => {
  const { api, dataFolder } = theSite();
  const [port] = await freePorts(1);
  const folder = temporaryFolder('lectern-page-server-');
  const [registryFile, publicKeyFile] = [join(folder, 'remotes.json'), join(folder, 'public-key.pem')];
  const key = createPrivateKey(readFileSync(join(dataFolder, 'secrets', 'registry-key.pem')));
  writeFileSync(publicKeyFile, createPublicKey(key).export({ type: 'spki', format: 'pem' }));
  const registry = JSON.parse(readFileSync(join(dataFolder, 'releases', 'remotes.json'), 'utf8')) as Registry;
  /** Publishes the site's registry, optionally with this integrity value for mf-auth, properly signed. */
  const offer = (integrity?: string): void => {
    const name = registryName('mf-auth');
    const own = registry.microFrontends[name] ?? [];
    const changed = own.map((each) => ({ ...each, metadata: { ...each.metadata, integrity } }) as Deployment);
    const { bytes, signatures } = signRegistry(
      integrity === undefined ? registry : { ...registry, microFrontends: { ...registry.microFrontends, [name]: changed } },
      key,
    );
    writeFileSync(`${registryFile}.sig`, signatures);
    writeFileSync(registryFile, bytes);
  };
  offer();
  const site = `http://localhost:${String(port)}`;
  const server = fork(join(import.meta.dirname, '../../shell/server/main.ts'), {
    env: {
      ...process.env,
      SHELL_PORT: String(port),
      PUBLIC_URL: site,
      API_URL: api,
      REGISTRY_FILE: registryFile,
      REGISTRY_PUBLIC_KEY_FILE: publicKeyFile,
    },
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await new Promise((resolve, reject) => {
    server.once('message', resolve);
    server.once('exit', reject);
  });
  return { site, offer, stop: () => server.kill() };
};

for (const { name, missing, open } of browsers)
  test.describe(name, () => {
    if (missing) console.log(missing);
    test.skip(missing !== undefined, missing);
    let browser: DrivenBrowser;
    test.beforeAll(async () => {
      browser = await open();
    });
    test.afterAll(() => browser?.close());

    const { site } = theSite();

    test('a learner registers, makes a guide, reads a source, takes a quiz and flips cards', async () => {
      // WebKit's driver types slowly, so the address is short.
      const person = { ...newPerson(), email: `${randomUUID().slice(0, 8)}@a.example` };
      await browser.resize(1_280, 800);
      await test.step('registers and opens the mailed link', async () => {
        await browser.goto(`${site}/register`);
        await browser.fill({ label: 'First name' }, person.firstName);
        await browser.fill({ label: 'Last name' }, person.lastName);
        await browser.fill({ label: 'Email' }, person.email);
        await browser.fill({ label: 'Password' }, person.password);
        await browser.fill({ label: 'Confirm password' }, person.password);
        await browser.click(button('Register'));
        await browser.seeAddress(/\/verify$/);
        await browser.goto(await mailedLink(person.email, 'verify-email'));
        await browser.seeAddress(/\/dashboard$/);
        await browser.see(heading(/^Welcome/));
        await keepPicture(browser, 'dashboard');
      });
      await test.step('makes a guide of a deck', async () => {
        await browser.goto(`${site}/study-materials/create`);
        await browser.upload({ selector: 'input[type=file]' }, samplePath('nursing-heart-failure.pptx'));
        await browser.see({ text: /nursing-heart-failure/ });
        await browser.fill({ label: 'Style Preference' }, 'ADPIE');
        await browser.click(button('Generate Guide'));
        await browser.seeAddress(/\/study-materials$/);
        await browser.click({ role: 'link', name: /heart failure/i });
        await browser.see({ role: 'heading', name: 'Assessment' });
        await keepPicture(browser, 'guide');
      });
      await test.step('reads a source, and goes on where the reference stands', async () => {
        await browser.click(button('Source: slide 2'));
        await browser.see({ role: 'dialog', name: 'Source: slide 2' });
        await keepPicture(browser, 'source');
        await expect
          .poll(() => browser.evaluate(`return document.querySelector('[role=dialog]').contains(document.activeElement)`))
          .toBe(true);
        await browser.press('Escape');
        await browser.gone({ role: 'dialog' });
        await expect.poll(() => browser.evaluate('return document.activeElement.textContent')).toMatch(/^Source: slide 2/);
      });
      await test.step('takes a quiz', async () => {
        await browser.click(button('Quiz me'));
        await browser.see({ text: /^Question 1 of \d+$/ });
        await keepPicture(browser, 'quiz');
        const total = Number(await browser.evaluate(`return /Question 1 of (\\d+)/.exec(document.body.innerText)[1]`));
        for (let question = 1; question <= total; question += 1) {
          await browser.see({ text: `Question ${String(question)} of ${String(total)}` });
          await browser.click({ role: 'radio' });
          await browser.click(button('Show Answer'));
          if (question === 1) {
            await browser.see(button('Next Question'));
            await keepPicture(browser, 'answer');
          }
          await browser.click(button(question === total ? 'Submit Quiz' : 'Next Question'));
        }
        await browser.see({ text: /Excellent work!|Good job!|Keep practicing!/ });
        await keepPicture(browser, 'result');
      });
      await test.step('flips cards by keys', async () => {
        await browser.goto(`${site}/study-materials`);
        await browser.click({ role: 'link', name: /heart failure/i });
        await browser.click(button('Make cards'));
        await browser.see({ text: /^Card 1 of \d+$/ });
        await browser.see(button(/^Front .*Click to flip/));
        await browser.drawn();
        await browser.press('Space');
        await browser.see(button(/^Back .*Click to flip/));
        await keepPicture(browser, 'card');
        await browser.drawn();
        await browser.press('ArrowRight');
        await browser.see({ text: /^Card 2 of \d+$/ });
      });
      await test.step('reviews what was missed', async () => {
        await browser.goto(`${site}/review`);
        await browser.see({ role: 'radio' });
        await keepPicture(browser, 'review');
        await browser.click({ role: 'radio' });
        await browser.click(button('Show Answer'));
        await browser.click(button(/^Next/));
        await browser.see({ text: /^\d+ left/ });
        await keepPicture(browser, 'review-next');
      });
      expect(browser.problems()).toEqual([]);
    });

    test('a page of each remote on a phone and a desk, and one of them in the dark theme', async () => {
      const { token } = await newLearner();
      await signIn(browser, token);
      const inks: unknown[] = [];
      for (const theme of ['Light', 'Dark']) {
        await browser.resize(1_280, 800);
        await browser.goto(`${site}/settings`);
        await browser.click({ role: 'radio', name: theme });
        await expect.poll(() => browser.evaluate('return document.documentElement.dataset.theme')).toBe(theme.toLowerCase());
        // The dark theme has the same layout with other values of the same tokens, so one page suffices to test it.
        for (const { remote, path, heading: title } of theme === 'Light' ? pages : pages.slice(0, 1)) {
          // The theme is chosen on the first page. The dark theme must persist to the next visit.
          if (path !== '/settings' || theme === 'Dark') await browser.goto(`${site}${path}`);
          await browser.see(heading(title));
          for (const [width, height] of [
            [1_280, 800],
            [360, 740],
          ] as const) {
            await browser.resize(width, height);
            await browser.settle();
            await keepPicture(browser, `${remote}-${theme}-${String(width)}`);
            // WebKit's window cannot be narrower than its buttons, but still gets the phone layout.
            expect(await browser.evaluate('return innerWidth'), 'the width that was asked for').toBeLessThan(width + 100);
            expect(await browser.evaluate(overflow), `${remote} at ${String(width)} px, sideways`).toBeLessThanOrEqual(0);
          }
          expect(await browser.evaluate(`return document.fonts.check('600 16px Inter')`), 'its own letters').toBe(true);
        }
        inks.push(await browser.evaluate('return getComputedStyle(document.body).color'));
      }
      expect(new Set(inks).size, 'colours of letters in the two themes').toBe(2);
    });

    test('runs no script but those of the site', async () => {
      // First the same attempts on a page without a policy, where each script runs.
      const [port] = await freePorts(1);
      const other = createServer((request, response) => {
        const isScript = request.url === '/script.js';
        response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' });
        response.end(isScript ? 'window.didRun = true;' : '<!doctype html><title>Without a policy</title><body></body>');
      });
      await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
      const origin = `http://127.0.0.1:${String(port)}`;
      try {
        await browser.goto(origin);
        expect(await browser.evaluate(foreignScripts, `${origin}/script.js`)).toEqual({ inline: true, foreign: true, parsed: true });
        await browser.goto(site);
        await browser.see({ role: 'heading', level: 1 });
        expect(await browser.evaluate(foreignScripts, `${origin}/script.js`)).toEqual({ inline: false, foreign: false, parsed: false });
      } finally {
        other.close();
        other.closeAllConnections();
      }
    });

    test('refuses the entry of a remote with a wrong integrity value: its area is a card', async () => {
      const server = await startPageServer();
      try {
        server.offer(`sha384-${'A'.repeat(64)}`);
        await browser.goto(`${server.site}/login`);
        await browser.see(button('Try again'));
        // The same entry runs with the right value.
        server.offer();
        await browser.goto(`${server.site}/login`);
        await browser.see(heading('Sign in to Lectern'));
      } finally {
        server.stop();
      }
    });

    test('keeps the site for the time without a network', async () => {
      const own = await startSite();
      try {
        await browser.resize(1_280, 800);
        await browser.goto(`${own.site}/robots.txt`);
        const { token } = await newLearner(own);
        await browser.evaluate(`localStorage.setItem('token', arguments[0])`, token);
        await browser.goto(`${own.site}/study-materials`);
        await browser.see(heading('Study Guides'));
        const isKept = `return caches.match('/page.html').then((page) => page !== undefined && navigator.serviceWorker.controller !== null)`;
        await expect.poll(() => browser.evaluate(isKept), { timeout: 60_000 }).toBe(true);
      } finally {
        await own.stop();
      }
      // The whole site is down: its pages and its API.
      await browser.goto(`${own.site}/study-materials`);
      await browser.see(heading('Study Guides'));
    });

    test('shows a quiz for paper with its answers, and without; on paper, too, where the driver can print', async () => {
      const { token } = await newLearner();
      const guide = (await call('POST', '/study-materials/unified', { token, form: textForm(lecture) })).body as { _id: string };
      const quiz = (await call('POST', '/quizzes/generate', { token, body: { studyMaterialId: guide._id } })).body as { _id: string };
      await signIn(browser, token);
      await browser.goto(`${site}/quizzes/${quiz._id}/print`);
      await browser.see({ role: 'heading', name: 'Answers' });
      // Shows the print styles, without a printer.
      await keepPicture(browser, 'print');
      const whole = await browser.print();
      await browser.click({ role: 'radio', name: 'Questions only' });
      await browser.gone({ role: 'heading', name: 'Answers' });
      const questions = await browser.print();
      if (whole && questions) {
        // Each answer names its source. The headings' font embeds no text in the file.
        expect(await textOfPdf(whole)).toMatch(/^Paragraph \d+$/m);
        expect(await textOfPdf(questions)).not.toMatch(/^Paragraph \d+$/m);
      }
    });
  });
