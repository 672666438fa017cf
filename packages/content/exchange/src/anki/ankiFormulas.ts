/** Anki's older formula marks, and its mark for playing a sound. */
const marks = /\[(\/?)(latex|\$\$?)\]|\[anki:play:[^[\]]{0,20}\]/g;
const ours: Readonly<Record<string, string>> = { $: '\\(', '/$': '\\)', $$: '\\[', '/$$': '\\]' };

/**
 * Converts formulas of a field to our notation: `[$]` and `[$$]` become `\(` and `\[`. The content of `[latex]` has marks of its own. Other
 * marks are removed.
 */
export const withOurFormulas = (field: string): string =>
  field.replace(marks, (_mark, slash: string | undefined, kind: string | undefined) => ours[`${slash ?? ''}${kind ?? ''}`] ?? '');
