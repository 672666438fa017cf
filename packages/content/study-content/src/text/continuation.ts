/** The mark that a title goes on: "(cont.)", "cont’d", "continued...", "2/3". */
const mark = /[([]?\b(?:cont(?:inued|inues|[’']?d)?|\d+ ?(?:\/|of) ?\d+)\b[’'.…]{0,4}[)\]]?[.…]{0,4}\s*$/iu;
const openEnd = /(?<![\s.…:–-])[\s.…:–-]+$/u;

/** A title without the mark that it goes on from the slide before; empty where it is nothing else. */
export function withoutContinuation(title: string): string {
  const rest = title.replace(mark, '');
  return rest === title ? title : rest.replace(openEnd, '').trim();
}

/** Whether a title says only that the one before goes on: "Cont…". */
export const isContinuation = (title: string): boolean => title.trim() !== '' && withoutContinuation(title) === '';
