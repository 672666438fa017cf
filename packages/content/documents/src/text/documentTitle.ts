/** Titles that programs give to untitled files. */
const meaninglessTitle =
  /^(?:untitled.*|title|document ?\d*|dokument ?\d*|microsoft (?:word|powerpoint)\b.*|powerpoint[- ]pr.*|.*\.(?:docx?|pptx?|tex|dvi|indd|qxd|pdf)|[^\p{L}]*)$/iu;

const longest = 160;

/** Returns the title in a file's properties; `undefined` if it is meaningless. */
export const meaningfulTitle = (title: string): string | undefined =>
  title === '' || meaninglessTitle.test(title) ? undefined : title.slice(0, longest).toWellFormed();

/** Turns a file name into a title: without extension, with spaces for separators. */
export const titleOfFileName = (name: string): string =>
  name
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .replace(/[_-]+/g, ' ')
    .trim()
    .slice(0, longest)
    .toWellFormed();
