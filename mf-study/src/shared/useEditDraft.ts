import { useDraft } from '@lectern/platform';

const parsed = <Values>(text: string, initial: Values): Values => {
  try {
    return JSON.parse(text) as Values;
  } catch {
    return initial;
  }
};

/** Values of a form that outlive a failed call, a closed dialog and a reload, until they are saved or given up. */
export function useEditDraft<Values extends object>(
  name: string,
  initial: Values,
): { values: Values; change: (part: Partial<Values>) => void; clear: () => void } {
  // As a text: only those outlive a reload.
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

/** What a schema finds wrong, by the path of the field: `options.1.text`. */
export function problemsOf(schema: Schema, value: unknown): Readonly<Record<string, string>> {
  const problems: Record<string, string> = {};
  for (const { path, message } of schema.safeParse(value).error?.issues ?? []) problems[path.map(String).join('.')] ??= message;
  return problems;
}
