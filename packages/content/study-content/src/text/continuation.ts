/** The marker of a continued slide: "(cont.)", "cont’d", "continued...", "2/3". */
const mark = /[([]?\b(?:cont(?:inued|inues|[’']?d)?|\d+ ?(?:\/|of) ?\d+)\b[’'.…]{0,4}[)\]]?[.…]{0,4}\s*$/iu;
const openEnd = /(?<![\s.…:–-])[\s.…:–-]+$/u;

/** A title without its continuation marker; empty if it is nothing but the marker. */
export function withoutContinuation(title: string): string {
  const rest = title.replace(mark, '');
  return rest === title ? title : rest.replace(openEnd, '').trim();
}

/** Whether a title is nothing but a continuation marker, such as "Cont…". */
export const isContinuation = (title: string): boolean => title.trim() !== '' && withoutContinuation(title) === '';
