import { useDraft } from '@lectern/platform';

const parsed = <Values>(text: string, initial: Values): Values => {
  try {
    return JSON.parse(text) as Values;
  } catch {
    return initial;
  }
};

/** Values of a form, kept through a failed call, a closed dialog and a reload, until they are saved or cancelled. */
export function useEditDraft<Values extends object>(
  name: string,
  initial: Values,
): { values: Values; change: (part: Partial<Values>) => void; clear: () => void } {
  // Stored as JSON text, because only texts survive a reload.
  const draft = useDraft(name, JSON.stringify(initial));
  const values = parsed(draft.value, initial);
  return {
    values,
    change: (part) => {
      draft.set(JSON.stringify({ ...values, ...part }));
    },
    clear: draft.clear,
  };
}

interface Schema {
  safeParse: (value: unknown) => { error?: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } | undefined };
}

/** The problems that a schema finds, by field path: `options.1.text`. */
export function problemsOf(schema: Schema, value: unknown): Readonly<Record<string, string>> {
  const problems: Record<string, string> = {};
  for (const { path, message } of schema.safeParse(value).error?.issues ?? []) problems[path.map(String).join('.')] ??= message;
  return problems;
}
