import type * as z from 'zod/mini';

/**
 * Selects the fields of an answer from a stored document: those of the answer's schema. A new field is then declared in the schema and in the store,
 * and set where the document is created. Values are not validated; the service does that.
 */
export const pick = <S extends z.ZodMiniObject>(schema: S, document: z.infer<S>): z.infer<S> => {
  const given: Record<string, unknown> = document;
  const named = Object.keys(schema.shape).filter((field) => given[field] !== undefined);
  // Omits fields outside the schema and absent optional fields.
  return Object.fromEntries(named.map((field) => [field, given[field]])) as z.infer<S>;
};
