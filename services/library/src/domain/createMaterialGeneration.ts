import { embeddedEngine, type Citation, type StudyMaterial } from '@lectern/contracts';
import {
  aliveGeneration,
  DomainError,
  endedGeneration,
  modelNotices,
  notFound,
  runningGeneration,
  stoppedGeneration,
  type Creation,
  type StoredGeneration,
} from '@lectern/service-kit';
import type { BodyDocument, MaterialDocument } from '../store.ts';
import type { MaterialParts } from './createMaterialParts.ts';
import type { MaterialVersions } from './createMaterialVersions.ts';
import { searchText } from './materialDocument.ts';
import { previewOf } from './previewOf.ts';
import type { GuideText, MadeGuide, StudyContent } from './StudyContent.ts';

export interface MaterialGenerationDependencies {
  parts: MaterialParts;
  versions: Pick<MaterialVersions, 'save'>;
  content: StudyContent;
  clock: () => Date;
}

/** How many sections of a guide the language model has written, of how many. */
const sectionsOf = ({ sections }: GuideText): { made: number; asked: number } => ({
  made: sections.filter(({ generatedBy }) => generatedBy !== embeddedEngine).length,
  asked: sections.length,
});

/** The engine of a guide: the language model if at least one section is its own. */
export const engineOfGuide = ({ generatedBy, sections }: Pick<MadeGuide, 'generatedBy' | 'sections'>): string =>
  sections.length > 0 && sections.every((section) => section.generatedBy === embeddedEngine) ? embeddedEngine : generatedBy;

/** The generation of a guide at its answer. What the embedded engine makes is complete. */
export function generationOf(guide: MadeGuide, runId: string, now: Date): StoredGeneration {
  const { made, asked } = sectionsOf(guide);
  if (guide.rest) return runningGeneration(runId, asked, made, now);
  return guide.generatedBy === embeddedEngine ? endedGeneration(asked, asked) : { state: 'complete', asked, made };
}

/** The run that may still write to a guide. */
export const runOf = ({ rest }: MadeGuide, runId: string): { generationRun?: string } => (rest ? { generationRun: runId } : {});

const union = (one: readonly Citation[], other: readonly Citation[]): Citation[] => [
  ...new Map([...one, ...other].map((citation) => [JSON.stringify(citation), citation])).values(),
];

/** A run of a guide, and the version of the markdown that it may replace. */
interface Run {
  userId: string;
  id: string;
  runId: string;
  version: number | undefined;
}

const storedText = (guide: GuideText) => ({
  citations: guide.sources,
  sections: guide.sections,
  omitted: [...guide.omitted],
  ...(guide.limitation !== undefined && { limitation: guide.limitation }),
});

/** A change of a generation that still runs. */
type RunChange = (material: MaterialDocument, generation: StoredGeneration) => { set: object; isOver?: boolean };

/** Changes of generations by their runs. */
const createRunChanges = ({ parts: { materials } }: Pick<MaterialGenerationDependencies, 'parts'>) => {
  /** Changes a generation that still runs. @returns `undefined` when the guide is gone, or its generation was stopped */
  const changeRun = async ({ userId, id, runId }: Run, make: RunChange): Promise<MaterialDocument | undefined> => {
    const material = await materials.get({ userId, _id: id });
    if (material?.state !== 'live' || material.generationRun !== runId || !material.generation) return undefined;
    const { set, isOver = false } = make(material, material.generation);
    return materials.update(
      { userId, _id: id },
      { set, ...(isOver && { unset: ['generationRun'] }) },
      { equals: { state: 'live', generationRun: runId } },
    );
  };

  /** @returns as `changeRun` */
  const stopRun = (run: Run): Promise<MaterialDocument | undefined> =>
    changeRun(run, (_, generation) => ({ set: { generation: stoppedGeneration(generation, 'stopped') }, isOver: true }));

  return { changeRun, stopRun };
};

/** Writing of what comes after the answer. */
function createFollowedGuides({ parts, content, clock }: MaterialGenerationDependencies) {
  const { bodies, texts } = parts;
  const { changeRun, stopRun } = createRunChanges({ parts });

  /** The guide's markdown with its pictures. */
  const withPictures = (guide: GuideText, { pictures = [], source }: BodyDocument): string =>
    content.placePictures(guide.markdownContent, pictures, source);

  /** Ends a generation that brings no more. Without a section by the model, the learner is told that it did not answer. */
  const endRun = async (run: Run): Promise<void> => {
    const stopped = await stopRun(run);
    if (stopped?.generatedBy === embeddedEngine)
      await bodies.update({ userId: run.userId, _id: run.id }, { set: { notice: modelNotices.unavailable } });
  };

  /** Stores a further state of a guide, unless the learner has changed it meanwhile: then it stays theirs. */
  const writeState = async (run: Run, guide: GuideText, isWhole: boolean): Promise<boolean> => {
    const { userId, id, version } = run;
    const body = await bodies.get({ userId, _id: id });
    if (!(await changeRun(run, (_, generation) => ({ set: { generation } }))) || !body) return false;
    const markdown = withPictures(guide, body);
    const guard = version === undefined ? { absent: ['markdownVersion'] as const } : { equals: { markdownVersion: version } };
    const saved = await bodies.update(
      { userId, _id: id },
      { set: { markdown, ...storedText(guide), ...(isWhole && guide.usage && { usage: guide.usage }) } },
      guard,
    );
    if (!saved) {
      await stopRun(run);
      return false;
    }
    const { made, asked } = sectionsOf(guide);
    const changed = await changeRun(run, (_, generation) => {
      const alive = aliveGeneration({ ...generation, asked }, made, clock());
      const preview = previewOf(markdown, guide.overview);
      return {
        set: {
          overview: guide.overview,
          preview,
          generatedBy: engineOfGuide({ ...guide, generatedBy: content.generatedBy }),
          generation: isWhole ? stoppedGeneration(alive, 'complete') : alive,
        },
        isOver: isWhole,
      };
    });
    if (changed) await texts.upsert({ _id: id, userId, text: searchText(changed, markdown) });
    // The guide may have been deleted meanwhile: its parts must not come back.
    if (await parts.exists(id, userId)) return changed !== undefined;
    await parts.discard(id, userId);
    return false;
  };

  /** Adds what is written after the answer. */
  const follow = (run: Run, { rest }: MadeGuide): void => {
    if (!rest) return;
    content.follow(rest, {
      add: (guide, isWhole) => writeState(run, guide, isWhole),
      beat: async () =>
        (await changeRun(run, (_, generation) => ({ set: { generation: aliveGeneration(generation, generation.made, clock()) } }))) !==
        undefined,
      stopped: () => endRun(run),
    });
  };

  return { follow, stopRun, withPictures };
}

/** What a language model writes of guides after the answer, and anew. */
export function createMaterialGeneration(dependencies: MaterialGenerationDependencies) {
  const { parts, versions, content, clock } = dependencies;
  const { materials, bodies, texts } = parts;
  const { follow, stopRun, withPictures } = createFollowedGuides(dependencies);

  return {
    followGuide: follow,

    /** Ends the writing that still runs. */
    async stop(userId: string, id: string): Promise<StudyMaterial> {
      const { generationRun: runId } = await parts.own(userId, id);
      if (runId !== undefined) await stopRun({ userId, id, runId, version: undefined });
      return parts.whole(await parts.own(userId, id));
    },

    /**
     * Writes a guide anew with the language model; the former text is kept as a version.
     * @throws DomainError `conflict` without a language model, `unavailable` when it does not answer: then the guide stays as it is
     */
    async rewrite(userId: string, id: string, { newId: runId, confirm }: Creation, key?: string): Promise<StudyMaterial> {
      const material = await parts.own(userId, id);
      if (content.generatedBy === embeddedEngine) throw new DomainError('conflict', 'Lectern works without a language model here.');
      const { source } = await parts.bodyOf(material);
      const guide = await content.guide(userId, source, material.stylePreference ?? undefined, key);
      // A text by the model is not replaced by one without it.
      if (guide.notice !== undefined || (engineOfGuide(guide) === embeddedEngine && material.generatedBy !== embeddedEngine)) {
        guide.rest?.stop();
        throw new DomainError('unavailable', 'The language model did not write this guide. It stays as it is. Please try again later.', {
          retryAfterSeconds: 60,
        });
      }
      await confirm();
      const body = await parts.bodyOf(material);
      const saved = await versions.save(material, { markdown: withPictures(guide, body), edited: false, omitted: [...guide.omitted] });
      const { citations, ...text } = storedText(guide);
      await bodies.update({ userId, _id: id }, { set: { ...text, citations: union(body.citations, citations) }, unset: ['notice'] });
      const changed = await materials.update(
        { userId, _id: id },
        {
          set: {
            overview: guide.overview,
            preview: previewOf(saved.markdown, guide.overview),
            generatedBy: engineOfGuide(guide),
            generation: generationOf(guide, runId, clock()),
            ...runOf(guide, runId),
          },
          ...(!guide.rest && { unset: ['generationRun'] }),
        },
        { equals: { state: 'live' } },
      );
      if (changed) await texts.upsert({ _id: id, userId, text: searchText(changed, saved.markdown) });
      if (!changed || !(await parts.exists(id, userId))) {
        guide.rest?.stop();
        await parts.discard(id, userId);
        throw notFound('Study guide');
      }
      follow({ userId, id, runId, version: saved.markdownVersion }, guide);
      return parts.whole(changed);
    },
  };
}
export type MaterialGeneration = ReturnType<typeof createMaterialGeneration>;
