import type * as z from 'zod/mini';

/**
 * Selects the fields of an answer from a stored document: those that the answer's schema names. A new field is then declared in the schema and
 * in the store, and set where the document is built. Values are not validated; the service does that.
 */
export const pick = <S extends z.ZodMiniObject>(schema: S, document: z.infer<S>): z.infer<S> => {
  const given: Record<string, unknown> = document;
  const named = Object.keys(schema.shape).filter((field) => given[field] !== undefined);
  // Fields that the schema does not name, and absent optional fields, are left out.
  return Object.fromEntries(named.map((field) => [field, given[field]])) as z.infer<S>;
};
