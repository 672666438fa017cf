import * as z from '@lectern/contracts/schema';

/**
 * Checks that an object has exactly one of two fields. The OpenAPI document contains this check.
 *
 * @example
 * z.object({ materialId: z.optional(Id), studyMaterialIds: z.optional(uniqueIds(mostAtOnce)) })
 *   .check(...exactlyOneOf('materialId', 'studyMaterialIds'));
 */
export const exactlyOneOf = (one: string, other: string) =>
  [
    z.refine<Record<string, unknown>>((value) => (value[one] === undefined) !== (value[other] === undefined), {
      error: `Either ${one} or ${other}`,
      path: [one],
    }),
    z.meta({ oneOf: [{ required: [one] }, { required: [other] }] }),
  ] as const;
