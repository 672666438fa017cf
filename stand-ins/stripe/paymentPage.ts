import { randomBytes } from 'node:crypto';
import { html } from 'hono/html';
import { devPage } from '../devPage.ts';
import type { Markup } from '../devPage.ts';

const NOTICE = html`<p class="notice">This is the local stand-in for Stripe. No card is asked for and no money moves.</p>`;

/** A page of the payment stand-in. */
export const page = (
  title: string,
  body: Markup,
  options: { readonly status?: number; readonly formTargets?: readonly string[] } = {},
): Promise<Response> =>
  devPage({
    title: `${title} · local payment stand-in`,
    body: html`${NOTICE}${body}`,
    nonce: randomBytes(16).toString('base64'),
    narrow: true,
    ...options,
  });

export const absent = (what: string): Promise<Response> =>
  page(
    'Not found',
    html`<div class="card">
      <h1>Not found</h1>
      <p>There is no such ${what}.</p>
    </div>`,
    { status: 404 },
  );

export const redirect = (address: string): Response =>
  new Response(null, { status: 303, headers: { location: address, 'cache-control': 'no-store' } });

/** A form with one button. */
export const button = (
  label: string,
  detail: { readonly action?: string; readonly fields?: Readonly<Record<string, string>>; readonly first?: boolean },
): Markup =>
  html`<form method="post" ${detail.action === undefined ? '' : html`action="${detail.action}"`}>
    ${Object.entries(detail.fields ?? {}).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <button type="submit" class="${detail.first ? 'first' : 'other'}">${label}</button>
  </form>`;

export const day = (seconds: number): string => new Date(seconds * 1_000).toISOString().slice(0, 10);
export const money = (cents: number | null): string => `$${((cents ?? 0) / 100).toFixed(2)}`;
