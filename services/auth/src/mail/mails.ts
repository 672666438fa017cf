import type { Mail } from './createMailer.ts';

const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const layout = (heading: string, sentences: string[], action: { label: string; url: string }, small: string): string => `<!doctype html>
<html lang="en"><body style="margin:0;background:#f6f2ea;color:#26221c;font:16px/1.6 Georgia,serif">
<div style="max-width:520px;margin:0 auto;padding:32px 24px">
<p style="font-size:18px;font-weight:bold;margin:0 0 24px">Lectern</p>
<h1 style="font-size:22px;margin:0 0 16px">${escape(heading)}</h1>
${sentences.map((sentence) => `<p style="margin:0 0 16px">${escape(sentence)}</p>`).join('\n')}
<p style="margin:24px 0"><a href="${escape(action.url)}" style="display:inline-block;background:#4b3fb5;color:#fff;text-decoration:none;padding:12px 20px;border-radius:8px">${escape(action.label)}</a></p>
<p style="margin:0 0 8px;font-size:14px">Or open this address: <a href="${escape(action.url)}" style="color:#4b3fb5;word-break:break-all">${escape(action.url)}</a></p>
<p style="margin:16px 0 0;font-size:14px;color:#6b645a">${escape(small)}</p>
</div></body></html>`;

const plain = (heading: string, sentences: string[], url: string, small: string): string =>
  [heading, '', ...sentences, '', url, '', small, ''].join('\n');

const mail = (to: string, subject: string, sentences: string[], action: { label: string; url: string }, small: string): Mail => ({
  to,
  subject,
  // The link stands alone on its line, so that programs and people find it.
  text: plain(subject, sentences, action.url, small),
  html: layout(subject, sentences, action, small),
});

/** The mails of accounts. */
export const mails = {
  verify: (to: string, firstName: string, publicUrl: string, token: string): Mail =>
    mail(
      to,
      'Verify your email for Lectern',
      [`Hello ${firstName}, please confirm that this is your email address. The link works for 24 hours and once.`],
      { label: 'Verify email', url: `${publicUrl}/verify-email/${token}` },
      'If you did not register at Lectern, you can leave this email unanswered.',
    ),
  reset: (to: string, firstName: string, publicUrl: string, token: string): Mail =>
    mail(
      to,
      'Choose a new password for Lectern',
      [`Hello ${firstName}, here you can choose a new password. The link works for one hour and once.`],
      { label: 'Choose a new password', url: `${publicUrl}/reset-password/${token}` },
      'If you did not ask for this, you can leave this email unanswered: your password stays as it is.',
    ),
};
