const references = /(?<!\s)(?:\s*\[[^[\]]*\]\(#[a-z]+-\d+\))+/g;
const reference = /\[[^[\]]*\]\(#[a-z]+-\d+\)/g;

const onceEach = (group: string): string => [...new Set(group.match(reference))].join(' ');

/** Keeps only the last of consecutive equal reference groups. */
function mergeInLine(line: string): string {
  const found = [...line.matchAll(references)];
  if (found.length === 0) return line;
  const groups = found.map(([group]) => onceEach(group));
  let from = 0;
  const merged = found.map((match, index) => {
    const text = line.slice(from, match.index);
    from = match.index + match[0].length;
    const isToldAgain = groups[index] === groups[index + 1];
    return isToldAgain ? text : `${text}${match.index === 0 ? '' : ' '}${groups[index] ?? ''}`;
  });
  return `${merged.join('')}${line.slice(from)}`;
}

/** Merges consecutive references to the same place: sentences of one paragraph share the reference at their end. */
export const mergeReferences = (markdown: string): string => markdown.split('\n').map(mergeInLine).join('\n');
