import type * as z from 'zod/mini';

/**
 * A stored document, with what is derived of it, as an answer: the fields that the answer's schema names, and no others. Those of the same name
 * are not copied by hand, so that a new one is named in the schema and in the store only. Nothing is checked: the service does that.
 */
export const pick = <S extends z.ZodMiniObject>(schema: S, document: z.infer<S>): z.infer<S> => {
  const given: Record<string, unknown> = document;
  const named = Object.keys(schema.shape).filter((field) => given[field] !== undefined);
  // What is left out is what nobody names, and what an optional field has not.
  return Object.fromEntries(named.map((field) => [field, given[field]])) as z.infer<S>;
};
