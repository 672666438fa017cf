import type { GuideSection, ModelUsage, Omission, Source } from '@lectern/contracts';
import type { EngineOptions, Guide, RefusedInGuide, StudyContentEngine } from './StudyContentEngine.ts';
import { addLostLines } from './addLostLines.ts';
import { type GateOptions, note, type Refusals, TooLittleMaterialError } from './gather.ts';
import { mergeReferences } from './styles/GuideWriter.ts';
import { guideMaterial } from './text/guideMaterial.ts';
import { memoiseByObject } from './text/memoise.ts';
import { type CheckId, reasons } from './gate/Check.ts';
import { checkGuide, statementsOfGuide, withoutFailing } from './gate/checkGuide.ts';
import { isVerbatim } from './gate/quotes.ts';
import { structuredGuide } from './structuredGuide.ts';

export interface GeneratedGuide {
  guide: Guide;
  /** Every line of the source that the guide omits. */
  omitted: readonly Omission[];
  refusals: Refusals;
  /** Model usage, summed over all calls. */
  usage?: ModelUsage;
}

const structured = 'This guide shows your material as it is, because nothing else that was made from it passed the checks.';

/** Thrown if the model's guide does not pass. */
class RefusedGuideError extends Error {
  readonly code = 'engine-refused';
  readonly usage: ModelUsage | undefined;

  constructor(usage: ModelUsage | undefined) {
    super('What the language model wrote did not pass the checks.');
    this.name = 'RefusedGuideError';
    this.usage = usage;
  }
}

/** The refused parts of a guide, for the engine to repair. */
const refusedIn = (source: Source, guide: Guide): RefusedInGuide => ({
  statements: statementsOfGuide(guide, source)
    .filter(({ failed }) => failed.length > 0)
    .map(({ text, failed }) => ({ text, reasons: failed.map((id) => reasons[id]) })),
  quotes: guide.sources.filter((citation) => !isVerbatim(source, citation)),
});

/** The headings of a guide as sections by one engine. */
const sectionsOf = ({ markdownContent }: Guide, generatedBy: string): GuideSection[] =>
  [...markdownContent.matchAll(/^## (.*)$/gm)].map(([, heading = '']) => ({ heading, generatedBy }));

/** Takes the guide of a source from its first draft to one that passes. */
class GuideTask {
  readonly refusals: Refusals = {};
  private readonly source: Source;
  private readonly engine: StudyContentEngine;
  private readonly stylePreference: string | undefined;
  // Memoised, because a draft is first counted and then judged.
  private readonly completed = memoiseByObject((draft: Guide) =>
    addLostLines(draft, this.source, this.stylePreference, this.engine.isQuoting ?? false),
  );
  private readonly checked = memoiseByObject((guide: Guide) =>
    checkGuide(guide, this.source, this.stylePreference, this.engine.isQuoting ?? false),
  );

  constructor(source: Source, engine: StudyContentEngine, { stylePreference }: EngineOptions) {
    this.source = source;
    this.engine = engine;
    this.stylePreference = stylePreference;
  }

  /** Completes the draft or removes its failing parts. Returns `undefined` if too much fails, unless the engine quotes the material. */
  passing(draft: Guide): Guide | undefined {
    const whole = this.completed(draft);
    if (this.checked(whole).length === 0) return whole;
    const most = this.engine.isQuoting ? 1 : undefined;
    const rest = withoutFailing(draft, this.source, most);
    if (!rest) return undefined;
    const completed = this.completed(rest);
    return [completed, withoutFailing(completed, this.source, most)].find((guide) => guide && this.checked(guide).length === 0);
  }

  /** Records the failures of the engine's own draft. */
  count(draft: Guide): void {
    const whole = this.completed(draft);
    const ofStatements = new Set<CheckId>();
    for (const { failed, place } of statementsOfGuide(whole, this.source)) {
      note(this.refusals, failed, place);
      for (const id of failed) ofStatements.add(id);
    }
    note(
      this.refusals,
      this.checked(whole).filter((id) => !ofStatements.has(id)),
      'the whole guide',
    );
  }

  result({ usage, ...guide }: Guide): GeneratedGuide {
    return {
      guide: {
        ...guide,
        markdownContent: mergeReferences(guide.markdownContent),
        sections: guide.sections ?? sectionsOf(guide, this.engine.name),
      },
      omitted: guideMaterial(this.source).omitted,
      refusals: this.refusals,
      ...(usage && { usage }),
    };
  }
}

/**
 * Generates a guide that passes every check. Small failing parts are removed. The engine that quotes the material falls back to the
 * material itself, which needs no checks, so it never fails on readable text.
 *
 * @throws TooLittleMaterialError if the source has no text; the engine's error if it failed or its guide did not pass
 */
export async function generateGuide(
  engine: StudyContentEngine,
  source: Source,
  options: EngineOptions,
  { embedded, onProgress }: GateOptions<GeneratedGuide> = {},
): Promise<GeneratedGuide> {
  if (!source.passages.some(({ text }) => /[\p{L}\p{N}]/u.test(text)))
    throw new TooLittleMaterialError('There is no readable text in this material.');
  const task = new GuideTask(source, engine, options);
  const first = await engine.guide(source, {
    ...options,
    // An engine that quotes divides the source itself.
    outline: engine.isQuoting ? undefined : await embedded?.outline?.(source, options),
    refusedIn: (guide) => refusedIn(source, guide),
    onProgress: ({ made, asked, draft }) => {
      onProgress?.({
        made,
        asked,
        result: () => {
          const guide = draft();
          return task.result(task.passing(guide) ?? guide);
        },
      });
    },
  });
  task.count(first);
  const passing = task.passing(first);
  if (passing) return task.result(passing);
  if (!engine.isQuoting) throw new RefusedGuideError(first.usage);
  return task.result({ ...structuredGuide(source), limitation: structured });
}
