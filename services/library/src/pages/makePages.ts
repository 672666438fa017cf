import { pageLimits, type Passage } from '@lectern/contracts';
import { StoreUnavailableError } from '@lectern/document-store';
import type { LibraryContext } from '../LibraryContext.ts';
import type { Original, PagesDocument, StoredPage } from '../store.ts';
import { DrawingEndedError, type TakePage } from './drawing/createPageDrawer.ts';
import { ConversionEndedError, type OfficeFormat } from './office/createOfficeConverter.ts';
import { pageIdOf } from './originals.ts';
import { withinBudget } from './pageBudget.ts';

/** How often making the pages of a file may begin. A crash of this process counts. */
const mostAttempts = 2;
/** The pause after a failure, or while the guide is not stored yet. Milliseconds. */
const pauseMs = 60_000;

type Key = Pick<PagesDocument, '_id' | 'userId'>;

const officeFormats = { slide: 'pptx', text: 'docx' } as const satisfies Record<string, OfficeFormat>;

/** Returns the file to make pages of: the one that was tried least. */
const nextOriginal = ({ originals }: PagesDocument): Original | undefined =>
  originals.filter(({ isDone }) => !isDone).toSorted((one, other) => one.attempts - other.attempts)[0];

const isOfFile = ({ kind, document }: Original, { pointer }: Passage): boolean =>
  pointer.kind === kind && (pointer.kind === 'slide' || pointer.document === document);

const withOriginal = ({ originals }: PagesDocument, changed: Original): Original[] =>
  originals.map((original) => (original.name === changed.name ? changed : original));

const after = (now: Date, milliseconds: number): string => new Date(now.getTime() + milliseconds).toISOString();

/** Returns the PDF of a file; `undefined` if it cannot be converted, or was deleted. */
async function pdfOf({ pages }: LibraryContext, { userId, _id }: Key, { hash, kind }: Original): Promise<Uint8Array | undefined> {
  const bytes = await pages.originals.read(userId, _id, hash);
  return kind === 'page' || !bytes ? bytes : pages.office?.convert(bytes, officeFormats[kind]);
}

/** Whether a PDF lacks slides, so that its pages would be taken for others. */
const lacksSlides = (passages: readonly Passage[], pages: number): boolean =>
  pages < pageLimits.pages && passages.some(({ pointer }) => pointer.kind === 'slide' && pointer.slide > pages);

/** Makes the pages of a file and stores their pictures. @returns `undefined` if it failed */
async function pagesOf(
  library: LibraryContext,
  { userId, _id }: Key,
  original: Original,
  owner: string,
): Promise<StoredPage[] | undefined> {
  const { store, pages, log } = library;
  const pdf = await pdfOf(library, { userId, _id }, original);
  const body = pdf && (await store.bodies.get({ userId, _id }));
  if (!body) return undefined;
  const passages = body.source.passages.filter((passage) => isOfFile(original, passage));
  const made: StoredPage[] = [];
  const take: TakePage = async ({ bytes, ...page }) => {
    // The guide may have been deleted since, or another process makes its pages.
    if ((await store.pages.get({ userId, _id }))?.leaseOwner !== owner) return false;
    const id = pageIdOf(bytes);
    await pages.files.store(userId, _id, [{ hash: id, bytes }]);
    const { kind, document } = original;
    made.push({ id, kind, ...(document !== undefined && { document }), ...page });
    return true;
  };
  const sought = passages.map(({ pointer, text }) => ({ pointer, text }));
  const left = await pages.drawer.draw({ bytes: pdf, passages: sought }, take);
  if (left.length > 0) log('warn', 'pages.left-out', { pages: left.length });
  if (original.kind !== 'slide' || !lacksSlides(passages, made.length + left.length)) return made;
  log('warn', 'pages.slides-missing', { pages: made.length });
  return undefined;
}

/** What a step changes. */
interface Step {
  state?: PagesDocument['state'];
  originals: Original[];
  pages?: StoredPage[];
  dueAt?: string;
}

/** Ends a step. Deletes the pictures if the guide was deleted since: they must not reappear. */
async function endStep({ store, pages }: LibraryContext, { userId, _id }: Key, owner: string, set: Step): Promise<void> {
  const ended = await store.pages.update({ userId, _id }, { set: { ...set, leaseOwner: '' } }, { equals: { leaseOwner: owner } });
  if (!ended && !(await store.pages.get({ userId, _id }))) await pages.files.deleteOf(userId, _id);
}

/** Deletes the originals of a guide whose pages are made. */
async function deleteOriginals({ store, pages }: LibraryContext, { userId, _id }: Key): Promise<void> {
  await pages.originals.deleteOf(userId, _id);
  await store.pages.update({ userId, _id }, { unset: ['dueAt'] });
}

/** Returns the guide after a file, and whether there are others to make pages of. */
function stepOf(document: PagesDocument, original: Original, made: readonly StoredPage[] = []): Step {
  const originals = withOriginal(document, original);
  const pages = withinBudget([...document.pages, ...made]);
  const isWaiting = originals.some(({ isDone }) => !isDone);
  return { state: isWaiting ? 'waiting' : pages.length > 0 ? 'made' : 'failed', originals, pages };
}

/** Makes the pages of the next file of a claimed guide. */
async function makeOfFile(library: LibraryContext, document: PagesDocument, claimed: Original, owner: string): Promise<void> {
  const { log, clock } = library;
  let made: StoredPage[] | undefined;
  try {
    made = await pagesOf(library, document, claimed, owner);
  } catch (error) {
    const isOurs = error instanceof DrawingEndedError || error instanceof ConversionEndedError;
    if (isOurs || error instanceof StoreUnavailableError) {
      if (!isOurs) log('warn', 'pages.interrupted', { error });
      // Not the file's fault.
      const originals = withOriginal(document, { ...claimed, attempts: claimed.attempts - 1 });
      return endStep(library, document, owner, { originals, dueAt: after(clock(), isOurs ? 0 : pauseMs) });
    }
    log('error', 'pages.failed', { error });
  }
  const isDone = made !== undefined || claimed.attempts >= mostAttempts;
  const step = stepOf(document, { ...claimed, isDone }, made);
  await endStep(library, document, owner, { ...step, dueAt: after(clock(), isDone ? 0 : pauseMs) });
}

/**
 * Takes the next step for the pages of a guide that is due: makes those of one file, or deletes the originals. Safe to repeat after a crash
 * at any point.
 */
export async function makePages(library: LibraryContext, key: Key): Promise<void> {
  const { store, leases, clock } = library;
  const { userId, _id } = key;
  const document = await store.pages.get({ userId, _id });
  if (document?.dueAt === undefined) return;
  const original = nextOriginal(document);
  if (document.state !== 'waiting' || !original) return deleteOriginals(library, document);
  const material = await store.materials.get({ userId, _id });
  if (material?.state !== 'live') {
    // It is being stored, or deleted together with this document.
    await store.pages.update({ userId, _id }, { set: { dueAt: after(clock(), pauseMs) } });
    return;
  }
  const owner = await leases.own();
  // The last attempt ended with its process.
  const isGivenUp = original.attempts >= mostAttempts;
  const claimed = isGivenUp ? { ...original, isDone: true } : { ...original, attempts: original.attempts + 1 };
  const change = { set: { leaseOwner: owner, originals: withOriginal(document, claimed) } };
  const taken = await store.pages.update({ userId, _id }, change, { equals: { leaseOwner: document.leaseOwner } });
  if (!taken) return;
  if (isGivenUp) await endStep(library, taken, owner, stepOf(taken, claimed));
  else await makeOfFile(library, taken, claimed, owner);
}
