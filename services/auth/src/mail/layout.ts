import type { MailContent } from './MailContent.ts';

/** Colours in sRGB, because mails have no custom properties: those of `packages/web/ui/src/themes.ts`, light and dark. */
const light = {
  paper: '#f9f6f0',
  raised: '#ffffff',
  sunken: '#f0ece5',
  line: '#e0dcd4',
  ink: '#1c1d28',
  inkSoft: '#454753',
  inkFaint: '#61626e',
  accent: '#5344c3',
  onAccent: '#fbfbfe',
};
const dark: typeof light = {
  paper: '#111218',
  raised: '#21222b',
  sunken: '#191a21',
  line: '#32333c',
  ink: '#efece7',
  inkSoft: '#c4c0ba',
  inkFaint: '#a5a199',
  accent: '#a69ef5',
  onAccent: '#121125',
};

const sans = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const serif = "'Source Serif 4',Georgia,'Times New Roman',serif";

/** Escapes text for HTML: characters that could be markup or end an attribute become references. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"'`=]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Isolates the direction of a name in plain text, as `bdi` does in HTML. */
const [isolate, endOfIsolate] = ['\u2068', '\u2069'];
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Invisible filling after the preheader, so that mail clients do not show the heading after it. */
const filling = '&#8199;&#847;'.repeat(60);

// Clients that support neither media queries nor the second selector (Outlook on the web) invert the light colours themselves.
const darkRules = (prefix: string): string =>
  [
    `${prefix}.paper{background:${dark.paper} !important}`,
    `${prefix}.card{background:${dark.raised} !important;border-color:${dark.line} !important}`,
    `${prefix}.facts{background:${dark.sunken} !important;border-color:${dark.line} !important}`,
    `${prefix}.ink{color:${dark.ink} !important}`,
    `${prefix}.soft{color:${dark.inkSoft} !important}`,
    `${prefix}.faint{color:${dark.inkFaint} !important}`,
    `${prefix}.link{color:${dark.accent} !important}`,
    `${prefix}.button{background:${dark.accent} !important}`,
    `${prefix}.label{color:${dark.onAccent} !important}`,
    `${prefix}.mark{background:${dark.accent} !important}`,
    `${prefix}.rule{border-color:${dark.line} !important}`,
  ].join('\n');

const style = `<style>
:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;padding:0;width:100%;-webkit-text-size-adjust:100%;-ms-text-size-adjust:100%}
table{border-collapse:separate;mso-table-lspace:0;mso-table-rspace:0}
a[x-apple-data-detectors]{color:inherit !important;text-decoration:none !important}
@media (max-width:480px){
.outer{padding:20px 12px !important}
.inner{padding:28px 22px !important}
.title{font-size:24px !important;line-height:31px !important}
.fact{display:block !important;width:auto !important;padding:0 16px 2px !important}
.value{display:block !important;padding:0 16px 12px !important}
.first{padding-top:14px !important}
}
@media (prefers-color-scheme:dark){
${darkRules('')}
}
${darkRules('[data-ogsc] ')}
</style>
<!--[if mso]><style>*{font-family:Arial,sans-serif !important}.title,.word{font-family:Georgia,serif !important}</style><![endif]-->`;

const table = 'role="presentation" border="0" cellpadding="0" cellspacing="0"';

const paragraph = (html: string): string =>
  `<p class="soft" style="margin:0 0 16px;font:400 16px/26px ${sans};color:${light.inkSoft}">${html}</p>`;

const facts = (rows: readonly (readonly [string, string])[]): string =>
  rows.length === 0
    ? ''
    : `<table ${table} width="100%" class="facts" style="margin:4px 0 20px;background:${light.sunken};border-radius:8px">${rows
        .map(
          ([name, value], index) =>
            `<tr><td class="faint fact${index === 0 ? ' first' : ''}" width="1" style="padding:${index === 0 ? 14 : 0}px 0 14px 16px;font:400 14px/20px ${sans};color:${light.inkFaint};white-space:nowrap" valign="top">${escapeHtml(name)}</td>` +
            `<td class="ink value" style="padding:${index === 0 ? 14 : 0}px 16px 14px;font:600 14px/20px ${sans};color:${light.ink};word-break:break-word" valign="top">${escapeHtml(value)}</td></tr>`,
        )
        .join('')}</table>`;

const button = ({ label, url }: NonNullable<MailContent['action']>): string =>
  `<table ${table} style="margin:8px 0 24px"><tr><td class="button" bgcolor="${light.accent}" style="border-radius:8px;background:${light.accent};mso-padding-alt:13px 24px">` +
  `<a class="label" href="${escapeHtml(url)}" style="display:inline-block;padding:13px 24px;font:600 16px/22px ${sans};color:${light.onAccent};text-decoration:none;border-radius:8px">${escapeHtml(label)}</a></td></tr></table>` +
  `<p class="faint" style="margin:0 0 4px;font:400 14px/21px ${sans};color:${light.inkFaint}">If the button does not work, open this address:</p>` +
  `<p style="margin:0;font:400 14px/21px ${sans};word-break:break-all"><a class="link" href="${escapeHtml(url)}" style="color:${light.accent};text-decoration:underline;word-break:break-all">${escapeHtml(url)}</a></p>`;

/** Renders a mail as HTML for Outlook, Gmail and dark mode: tables and inline styles, without external resources. */
export const htmlOf = (content: MailContent, supportEmail: string): string => {
  const { name } = content;
  const greeting = name === undefined ? 'Hello,' : `Hello <bdi>${escapeHtml(name)}</bdi>,`;
  const mailto = `mailto:${encodeURIComponent(supportEmail).replaceAll('%40', '@')}`;
  return `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${escapeHtml(content.subject)}</title>
${style}
</head>
<body class="paper" style="margin:0;padding:0;background:${light.paper}">
<div style="display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;mso-hide:all;font-size:1px;line-height:1px">${escapeHtml(content.preheader)}${filling}</div>
<table ${table} width="100%" class="paper" bgcolor="${light.paper}" style="background:${light.paper}"><tr><td class="outer" align="center" style="padding:40px 16px">
<!--[if mso]><table ${table} width="560"><tr><td><![endif]-->
<table ${table} width="100%" style="max-width:560px;text-align:left">
<tr><td style="padding:0 4px 20px">
<table ${table}><tr><td class="mark" width="6" bgcolor="${light.accent}" style="width:6px;background:${light.accent};border-radius:3px;font-size:0;line-height:0">&nbsp;</td>
<td class="word ink" style="padding-left:10px;font:600 21px/28px ${serif};color:${light.ink};letter-spacing:-0.2px">Lectern</td></tr></table>
</td></tr>
<tr><td class="card inner" bgcolor="${light.raised}" style="padding:40px;background:${light.raised};border:1px solid ${light.line};border-radius:12px">
<h1 class="title ink" style="margin:0 0 20px;font:600 28px/36px ${serif};color:${light.ink};letter-spacing:-0.3px">${escapeHtml(content.heading)}</h1>
${[greeting, ...content.paragraphs.map(escapeHtml)].map(paragraph).join('\n')}
${facts(content.facts)}
${(content.advice ?? []).map((each) => paragraph(escapeHtml(each))).join('\n')}
${content.action ? button(content.action) : ''}
<p class="faint rule" style="margin:24px 0 0;padding-top:20px;border-top:1px solid ${light.line};font:400 14px/21px ${sans};color:${light.inkFaint}">${escapeHtml(content.small)}</p>
</td></tr>
<tr><td class="faint" style="padding:24px 4px 0;font:400 13px/20px ${sans};color:${light.inkFaint}">
Questions? Write to <a class="faint" href="${escapeHtml(mailto)}" style="color:${light.inkFaint};text-decoration:underline">${escapeHtml(supportEmail)}</a>.<br>
Lectern. From slides to mastery.
</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`;
};

/** Renders a mail as plain text. The link is on a line of its own. */
export const textOf = (content: MailContent, supportEmail: string): string => {
  const { name } = content;
  const shown = name !== undefined && rightToLeft.test(name) ? `${isolate}${name}${endOfIsolate}` : name;
  const parts = [
    content.heading,
    shown === undefined ? 'Hello,' : `Hello ${shown},`,
    ...content.paragraphs,
    ...(content.facts.length > 0 ? [content.facts.map(([label, value]) => `${label}: ${value}`).join('\n')] : []),
    ...(content.advice ?? []),
    ...(content.action ? [`${content.action.label}:\n\n${content.action.url}`] : []),
    content.small,
    `-- \nQuestions? Write to ${supportEmail}.\nLectern. From slides to mastery.`,
  ];
  return `${parts.join('\n\n')}\n`;
};
