import { useDraft } from '@lectern/platform';

const parsed = <Values>(text: string, initial: Values): Values => {
  try {
    return JSON.parse(text) as Values;
  } catch {
    return initial;
  }
};

export interface EditDraft<Values> {
  values: Values;
  /** Whether the values differ from the initial ones. */
  isChanged: boolean;
  change: (part: Partial<Values>) => void;
  clear: () => void;
}

/** The values of a form, kept through a failed call and a reload, until they are saved or discarded. */
export function useEditDraft<Values extends object>(name: string, initial: Values): EditDraft<Values> {
  // Stored as JSON, because only strings survive a reload.
  const first = JSON.stringify(initial);
  const draft = useDraft(name, first);
  const values = parsed(draft.value, initial);
  return {
    values,
    isChanged: draft.value !== first,
    change: (part) => {
      draft.set(JSON.stringify({ ...values, ...part }));
    },
    clear: draft.clear,
  };
}

interface Schema {
  safeParse: (value: unknown) => { error?: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } | undefined };
}

/** Validation errors by field path, such as `options.1.text`. */
export function problemsOf(schema: Schema, value: unknown): Readonly<Record<string, string>> {
  const problems: Record<string, string> = {};
  for (const { path, message } of schema.safeParse(value).error?.issues ?? []) problems[path.map(String).join('.')] ??= message;
  return problems;
}
