/** Literal wordings from the specification's tables and sentences, which the coverage table must contain. */
export interface Wordings {
  /** '/study-materials/:id' */
  routes: string[];
  /** 'POST /auth/login' */
  calls: string[];
  /** "You've reached your" */
  messages: string[];
  /** Figures in the section on constants: '150', '$9.99'. */
  constants: string[];
}

const sectionOf = (text: string, section: number): string =>
  new RegExp(`^## ${String(section)}\\. [\\s\\S]*?(?=^## \\d|$(?![\\s\\S]))`, 'm').exec(text)?.[0] ?? '';

/** Finds texts in single quotes. They may contain apostrophes within words. */
const quoted = (text: string): string[] => [...text.matchAll(/(?<!\w)'(.+?)'(?!\w)/g)].map(([, words = '']) => words.trim());

const unique = (list: readonly string[]): string[] => [...new Set(list)].sort();

/** Reads the user's specification. */
export const wordingsOf = (specification: string): Wordings => {
  const tableRows = (section: number): string[][] =>
    sectionOf(specification, section)
      .split('\n')
      .filter((line) => line.startsWith('|') && !line.startsWith('|---'))
      .map((line) => line.split('|').map((part) => part.trim()));
  return {
    routes: unique(tableRows(2).flatMap(([, first = '']) => (first.startsWith('/') ? [first] : []))),
    calls: unique(
      tableRows(7).flatMap(([, method = '', path = '']) => (/^(GET|POST|PUT|DELETE)$/.test(method) ? [`${method} ${path}`] : [])),
    ),
    messages: unique([2, 4, 5, 8].flatMap((section) => quoted(sectionOf(specification, section)))),
    constants: unique(
      [
        ...sectionOf(specification, 9)
          .replace(/^## 9\..*$/m, '')
          .matchAll(/\$?\d+(?:\.\d+)?/g),
      ].map(([figure]) => figure),
    ),
  };
};

const flat = (text: string): string => text.replaceAll('&lt;', '<').replaceAll('\\|', '|');

/**
 * Returns the wordings that no row of the coverage table contains.
 *
 * @param table the coverage table as Markdown.
 */
export const missingIn = (table: string, { routes, calls, messages, constants }: Wordings): string[] => {
  const rows = flat(table)
    .split('\n')
    .filter((line) => line.startsWith('| '));
  const all = rows.join('\n');
  const pattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const standsAlone = (path: string): boolean => new RegExp(`(?<![\\w/.$:-])${pattern(path)}(?![\\w/:-]|\\.\\w)`).test(all);
  const hasFigure = (figure: string): boolean => new RegExp(`(?<![\\d.$])${pattern(figure)}(?![\\d]|\\.\\d)`).test(all);
  return [
    ...routes.filter((route) => !standsAlone(route)),
    ...calls.filter((name) => !standsAlone(name)),
    ...messages.filter((message) => !all.includes(message)),
    ...constants.filter((figure) => !hasFigure(figure)),
  ];
};
