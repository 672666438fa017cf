import { shownAddress, type User } from '@lectern/contracts';
import { escapeHtml } from '../mail/layout.ts';

/** A missing part of an export. */
export interface MissingPart {
  holds: string;
  reason: string;
}

export interface StartPageContent {
  user: Pick<User, 'firstName' | 'lastName' | 'email'>;
  /** ISO 8601. */
  exportedAt: string;
  files: readonly string[];
  missing: readonly MissingPart[];
}

/** The folders of an export, and which of their files the page links to. */
const sections: readonly { title: string; folder: string; shows: (name: string) => boolean }[] = [
  { title: 'Guides', folder: 'study-guides/', shows: (name) => name.endsWith('/guide.md') },
  { title: 'Quizzes', folder: 'quizzes/', shows: (name) => name.endsWith('.csv') },
  { title: 'Flashcards', folder: 'flashcards/', shows: (name) => name.endsWith('.csv') },
];

const style = `
:root { color-scheme: light dark; }
body { max-width: 68ch; margin: 0 auto; padding: 32px 16px 64px; font: 18px/1.6 Georgia, 'Times New Roman', serif; }
h1, h2 { font-family: system-ui, sans-serif; line-height: 1.3; }
h1 { font-size: 1.6em; } h2 { margin-top: 2em; font-size: 1.2em; }
li { margin: 4px 0; }
.missing { padding: 12px 16px; border: 2px solid; border-radius: 8px; }
`;

const addressOf = (name: string): string => name.split('/').map(encodeURIComponent).join('/');
const link = (name: string, words: string): string => `<li><a href="${addressOf(name)}">${escapeHtml(words)}</a></li>`;

const titleOf = (name: string, folder: string): string => {
  const rest = name.slice(folder.length);
  return rest.endsWith('/guide.md') ? rest.slice(0, -'/guide.md'.length) : rest.slice(0, rest.lastIndexOf('.'));
};

const sectionOf = (files: readonly string[], { title, folder, shows }: (typeof sections)[number]): string => {
  const shown = files.filter((name) => name.startsWith(folder) && shows(name));
  const list = shown.length === 0 ? '<p>None.</p>' : `<ul>\n${shown.map((name) => link(name, titleOf(name, folder))).join('\n')}\n</ul>`;
  return `<h2>${title} (${String(shown.length)})</h2>\n${list}`;
};

const missingNotice = (missing: readonly MissingPart[]): string =>
  missing.length === 0
    ? ''
    : `<section class="missing" role="note"><h2>Not everything is here</h2><ul>${missing
        .map(({ holds, reason }) => `<li>${escapeHtml(holds)}: ${escapeHtml(reason)}</li>`)
        .join('')}</ul><p>Please export your data again.</p></section>`;

/** Renders the start page of an export: its files and its missing parts. The page loads no resources. */
export const startPage = ({ user, exportedAt, files, missing }: StartPageContent): string => {
  const others = files.filter((name) => !name.includes('/'));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Lectern: your data</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Your data in Lectern</h1>
<p>${escapeHtml(`${user.firstName} ${user.lastName}`)}, ${escapeHtml(shownAddress(user.email))}. Exported on ${exportedAt.slice(0, 10)} at ${exportedAt.slice(11, 16)} UTC.</p>
${missingNotice(missing)}
${sections.map((section) => sectionOf(files, section)).join('\n')}
<h2>For programs</h2>
<p>Next to each guide, quiz and deck is a JSON file with everything we keep about it. <code>manifest.json</code> lists all files.</p>
<ul>
${others.map((name) => link(name, name)).join('\n')}
</ul>
</main>
</body>
</html>
`;
};
