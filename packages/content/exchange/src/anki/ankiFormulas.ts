/** Anki's older marks of formulas, and its mark for playing a sound. */
const marks = /\[(\/?)(latex|\$\$?)\]|\[anki:play:[^[\]]{0,20}\]/g;
const ours: Readonly<Record<string, string>> = { $: '\\(', '/$': '\\)', $$: '\\[', '/$$': '\\]' };

/**
 * A field of Anki with formulas in our notation: `[$]` and `[$$]` become `\(` and `\[`. What stands in `[latex]` has marks of its own. Other marks are
 * left out.
 */
export const withOurFormulas = (field: string): string =>
  field.replace(marks, (_mark, slash: string | undefined, kind: string | undefined) => ours[`${slash ?? ''}${kind ?? ''}`] ?? '');
