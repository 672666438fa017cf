import { html } from 'hono/html';
import { devPage, type Markup } from '../devPage.ts';
import type { Mail } from './readMail.ts';

const LINK = /(https?:\/\/[^\s<>"']+)/;

/** Text with clickable links. Splitting by a capture group leaves the links at odd indexes. */
const linked = (text: string): Markup[] =>
  text.split(LINK).map((part, place) => (place % 2 === 1 ? html`<a href="${part}" rel="noreferrer">${part}</a>` : html`${part}`));

/** The links of an HTML message, for messages without a text part. */
const linksOf = (source: string): string =>
  [...source.matchAll(/href="(https?:\/\/[^"]+)"/g)].map(([, link = '']) => link.replaceAll('&amp;', '&')).join('\n');

const article = (mail: Mail): Markup =>
  html`<article class="card">
    <h2>${mail.subject || '(no subject)'}</h2>
    <div class="soft">${mail.from} to <strong>${mail.to}</strong>, <time datetime="${mail.date}">${mail.date}</time></div>
    <pre>${linked((mail.text || linksOf(mail.html)).trim())}</pre>
  </article>`;

/** The page of the development mailbox, newest message first. */
export function mailboxPage(mails: readonly Mail[], nonce: string): Promise<Response> {
  const body = html`<h1>Development mailbox</h1>
    <p class="notice">Mail that the site sends on this machine ends here; none leaves it.</p>
    ${mails.length ? mails.toReversed().map(article) : html`<p>No mail yet. <a href="/">Look again</a></p>`}`;
  return devPage({ title: `Development mailbox (${mails.length})`, body, nonce });
}
