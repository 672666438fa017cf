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
import type { LibraryContext } from '../LibraryContext.ts';
import type { BodyDocument, MaterialDocument } from '../store.ts';
import type { GuideText, MadeGuide } from '../StudyContent.ts';
import { searchText } from './materialDocument.ts';
import { bodyOf, discardMaterial, materialExists, ownMaterial, wholeMaterial } from './materialParts.ts';
import { previewOf } from './previewOf.ts';
import { saveVersion } from './versions.ts';

/** The number of sections that the language model has written, and their total. */
const sectionsOf = ({ sections }: GuideText): { made: number; asked: number } => ({
  made: sections.filter(({ generatedBy }) => generatedBy !== embeddedEngine).length,
  asked: sections.length,
});

/** The engine of a guide: the language model if it wrote at least one section. */
export const engineOfGuide = ({ generatedBy, sections }: Pick<MadeGuide, 'generatedBy' | 'sections'>): string =>
  sections.length > 0 && sections.every((section) => section.generatedBy === embeddedEngine) ? embeddedEngine : generatedBy;

/** The state of a guide's generation at its answer. A guide by the embedded engine is complete. */
export function generationOf(guide: MadeGuide, runId: string, now: Date): StoredGeneration {
  const { made, asked } = sectionsOf(guide);
  if (guide.rest) return runningGeneration(runId, asked, made, now);
  return guide.generatedBy === embeddedEngine ? endedGeneration(asked, asked) : { state: 'complete', asked, made };
}

/** The run that may still change a guide. */
export const runOf = ({ rest }: MadeGuide, runId: string): { generationRun?: string } => (rest ? { generationRun: runId } : {});

const union = (one: readonly Citation[], other: readonly Citation[]): Citation[] => [
  ...new Map([...one, ...other].map((citation) => [JSON.stringify(citation), citation])).values(),
];

/** A run of a guide, and the version of the Markdown that it may replace. */
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

/** A change of a running generation. */
type RunChange = (material: MaterialDocument, generation: StoredGeneration) => { set: object; isOver?: boolean };

/** Changes a running generation. @returns `undefined` if the guide was deleted or its generation stopped */
async function changeRun({ store }: LibraryContext, { userId, id, runId }: Run, make: RunChange): Promise<MaterialDocument | undefined> {
  const material = await store.materials.get({ userId, _id: id });
  if (material?.state !== 'live' || material.generationRun !== runId || !material.generation) return undefined;
  const { set, isOver = false } = make(material, material.generation);
  return store.materials.update(
    { userId, _id: id },
    { set, ...(isOver && { unset: ['generationRun'] }) },
    { equals: { state: 'live', generationRun: runId } },
  );
}

/** Ends a running generation. @returns as `changeRun` */
const stopRun = (library: LibraryContext, run: Run): Promise<MaterialDocument | undefined> =>
  changeRun(library, run, (_, generation) => ({ set: { generation: stoppedGeneration(generation, 'stopped') }, isOver: true }));

/** Ends a generation without further text. If the model wrote no section, a notice explains that it did not answer. */
async function endRun(library: LibraryContext, run: Run): Promise<void> {
  const stopped = await stopRun(library, run);
  if (stopped?.generatedBy === embeddedEngine)
    await library.store.bodies.update({ userId: run.userId, _id: run.id }, { set: { notice: modelNotices.unavailable } });
}

/** Returns the guide's Markdown with its pictures. */
const withPictures = ({ content }: LibraryContext, guide: GuideText, { pictures = [], source }: BodyDocument): string =>
  content.placePictures(guide.markdownContent, pictures, source);

/**
 * Stores a further state of a guide, unless the learner has changed the guide since.
 *
 * @returns whether the run continues
 */
async function writeState(library: LibraryContext, run: Run, guide: GuideText, isWhole: boolean): Promise<boolean> {
  const { store, content, clock } = library;
  const { userId, id, version } = run;
  const body = await store.bodies.get({ userId, _id: id });
  if (!(await changeRun(library, run, (_, generation) => ({ set: { generation } }))) || !body) return false;
  const markdown = withPictures(library, guide, body);
  const guard = version === undefined ? { absent: ['markdownVersion'] as const } : { equals: { markdownVersion: version } };
  const set = { markdown, ...storedText(guide), ...(isWhole && guide.usage && { usage: guide.usage }) };
  if (!(await store.bodies.update({ userId, _id: id }, { set }, guard))) {
    await stopRun(library, run);
    return false;
  }
  const { made, asked } = sectionsOf(guide);
  const changed = await changeRun(library, run, (_, generation) => {
    const alive = aliveGeneration({ ...generation, asked }, made, clock());
    return {
      set: {
        overview: guide.overview,
        preview: previewOf(markdown, guide.overview),
        generatedBy: engineOfGuide({ ...guide, generatedBy: content.generatedBy }),
        generation: isWhole ? stoppedGeneration(alive, 'complete') : alive,
      },
      isOver: isWhole,
    };
  });
  if (changed) await store.texts.upsert({ _id: id, userId, text: searchText(changed, markdown) });
  // The guide may have been deleted since: its parts must not reappear.
  if (await materialExists(library, userId, id)) return changed !== undefined;
  await discardMaterial(library, userId, id);
  return false;
}

/** Adds the text that is written after the answer. */
export function followGuide(library: LibraryContext, run: Run, { rest }: MadeGuide): void {
  if (!rest) return;
  const keepAlive: RunChange = (_, generation) => ({ set: { generation: aliveGeneration(generation, generation.made, library.clock()) } });
  library.content.follow(rest, {
    add: (guide, isWhole) => writeState(library, run, guide, isWhole),
    beat: async () => (await changeRun(library, run, keepAlive)) !== undefined,
    stopped: () => endRun(library, run),
  });
}

/** Stops a running generation. */
export async function stopGuideGeneration(library: LibraryContext, userId: string, id: string): Promise<StudyMaterial> {
  const { generationRun: runId } = await ownMaterial(library, userId, id);
  if (runId !== undefined) await stopRun(library, { userId, id, runId, version: undefined });
  return wholeMaterial(library, await ownMaterial(library, userId, id));
}

/** Stores a rewritten guide. The former text becomes a version. @returns the guide, and the new version of its Markdown */
async function storeRewritten(library: LibraryContext, material: MaterialDocument, guide: MadeGuide, runId: string) {
  const { store, clock } = library;
  const { _id, userId } = material;
  const body = await bodyOf(library, material);
  const next = { markdown: withPictures(library, guide, body), edited: false, omitted: [...guide.omitted] };
  const saved = await saveVersion(library, material, next);
  const { citations, ...text } = storedText(guide);
  await store.bodies.update({ userId, _id }, { set: { ...text, citations: union(body.citations, citations) }, unset: ['notice'] });
  const changed = await store.materials.update(
    { userId, _id },
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
  if (changed) await store.texts.upsert({ _id, userId, text: searchText(changed, saved.markdown) });
  return { changed, version: saved.markdownVersion };
}

/**
 * Rewrites a guide with the language model. The former text becomes a version.
 *
 * @throws DomainError `conflict` without a language model; `unavailable` if it does not answer, which leaves the guide unchanged
 */
export async function rewriteStudyMaterial(
  library: LibraryContext,
  userId: string,
  id: string,
  { newId: runId, confirm }: Creation,
  key?: string,
): Promise<StudyMaterial> {
  const { content } = library;
  const material = await ownMaterial(library, userId, id);
  if (content.generatedBy === embeddedEngine) throw new DomainError('conflict', 'Lectern works without a language model here.');
  const { source } = await bodyOf(library, material);
  const guide = await content.guide(userId, source, material.stylePreference ?? undefined, key);
  // A text by the model is not replaced by one of the embedded engine.
  if (guide.notice !== undefined || (engineOfGuide(guide) === embeddedEngine && material.generatedBy !== embeddedEngine)) {
    guide.rest?.stop();
    throw new DomainError('unavailable', 'The language model did not write this guide. It stays as it is. Please try again later.', {
      retryAfterSeconds: 60,
    });
  }
  await confirm();
  const { changed, version } = await storeRewritten(library, material, guide, runId);
  if (!changed || !(await materialExists(library, userId, id))) {
    guide.rest?.stop();
    await discardMaterial(library, userId, id);
    throw notFound('Study guide');
  }
  followGuide(library, { userId, id, runId, version }, guide);
  return wholeMaterial(library, changed);
}
