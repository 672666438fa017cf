/** Anki's older formula marks, and its mark for playing a sound. */
const marks = /\[(\/?)(latex|\$\$?)\]|\[anki:play:[^[\]]{0,20}\]/g;
const ours: Readonly<Record<string, string>> = { $: '\\(', '/$': '\\)', $$: '\\[', '/$$': '\\]' };

/**
 * Converts formulas of a field to our notation: `[$]` and `[$$]` become `\(` and `\[`. The marks of `[latex]` are removed, because its
 * content has marks of its own; so is Anki's mark for sounds.
 */
export const withOurFormulas = (field: string): string =>
  field.replace(marks, (_mark, slash: string | undefined, kind: string | undefined) => ours[`${slash ?? ''}${kind ?? ''}`] ?? '');
