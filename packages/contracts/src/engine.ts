import * as z from '@lectern/contracts/schema';

/** The engine that currently generates content, named as in `generatedBy`. */
export const Engine = z.object({ generatedBy: z.string() });
export type Engine = z.infer<typeof Engine>;
