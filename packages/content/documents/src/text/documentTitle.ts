/** Titles that programs give to files without one. */
const meaninglessTitle =
  /^(?:untitled.*|title|document ?\d*|dokument ?\d*|microsoft (?:word|powerpoint)\b.*|powerpoint[- ]pr.*|.*\.(?:docx?|pptx?|tex|dvi|indd|qxd|pdf)|[^\p{L}]*)$/iu;

const longest = 160;

/** The title in a file's properties, or `undefined` where it names nothing. */
export const meaningfulTitle = (title: string): string | undefined =>
  title === '' || meaninglessTitle.test(title) ? undefined : title.slice(0, longest).toWellFormed();

/** A file's name as a title: without its ending and the marks between its words. Empty where nothing is left. */
export const titleOfFileName = (name: string): string =>
  name
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .replace(/[_-]+/g, ' ')
    .trim()
    .slice(0, longest)
    .toWellFormed();
