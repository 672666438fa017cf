import { html, raw } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

/** HTML whose inserted values are escaped. */
export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>;

const STYLE = `
:root { color-scheme: light dark; --ink: #1d2733; --soft: #5a6775; --paper: #fff; --ground: #f3f5f8; --line: #d9dfe6; --accent: #2f5bd0; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8edf3; --soft: #9fadbc; --paper: #1c232c; --ground: #12171e; --line: #333e4a; --accent: #8aabff; }
}
* { box-sizing: border-box; }
body { margin: 0; padding: 2rem 1rem 4rem; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 46rem; margin: 0 auto; }
main.narrow { max-width: 27rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .75rem; }
h2 { font-size: 1.1rem; margin: 0 0 .5rem; overflow-wrap: anywhere; }
.notice { margin: 0 0 1.5rem; padding: .6rem .9rem; border-radius: .5rem; background: #fff3cd; color: #5c4500; font-size: .9rem; }
.card { background: var(--paper); border: 1px solid var(--line); border-radius: .75rem; padding: 1.5rem; margin: 0 0 1rem; }
.soft { color: var(--soft); font-size: .9rem; }
.price { font-size: 2rem; font-weight: 650; margin: .5rem 0 1rem; }
.price small { font-size: 1rem; font-weight: 400; color: var(--soft); }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; margin: 1rem 0; overflow-wrap: anywhere; }
dt { color: var(--soft); }
dd { margin: 0; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; margin: 1rem 0 0; }
a { color: var(--accent); }
form { margin: .6rem 0 0; }
button { width: 100%; padding: .7rem 1rem; border: 1px solid var(--line); border-radius: .5rem; background: transparent; color: inherit; font: inherit; cursor: pointer; }
button.first { background: #2f5bd0; border-color: #2f5bd0; color: #fff; font-weight: 600; }
button:hover { filter: brightness(1.08); }
button:focus-visible, a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`;

/** A page of a stand-in. Its Content-Security-Policy allows no scripts and no resources. */
export async function devPage(page: {
  readonly title: string;
  readonly body: Markup;
  /** A fresh random value for this answer. */
  readonly nonce: string;
  readonly status?: number;
  readonly narrow?: boolean;
  /** Other origins that forms may lead to. Browsers also apply `form-action` to redirects after a form. */
  readonly formTargets?: readonly string[];
}): Promise<Response> {
  const { title, body, nonce, status = 200, narrow = false, formTargets = [] } = page;
  const text = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style nonce="${nonce}">
          ${raw(STYLE)}
        </style>
      </head>
      <body>
        <main class="${narrow ? 'narrow' : 'wide'}">${body}</main>
      </body>
    </html>`;
  const formAction = ["'self'", ...new Set(formTargets.map((target) => new URL(target).origin))].join(' ');
  return new Response(String(text), {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
  });
}
