import { questionsKept, type AskedQuestion, type AskRequest } from '@lectern/contracts';
import { insertOnce, notFound, type Creation } from '@lectern/service-kit';
import type { LibraryContext } from '../LibraryContext.ts';
import type { QuestionDocument } from '../store.ts';
import { bodyOf, ownMaterial, requireStillThere } from './materialParts.ts';

const asAskedQuestion = ({ userId: _userId, materialId: _materialId, ...asked }: QuestionDocument): AskedQuestion => asked;

/** Returns the questions about a guide, newest first. */
const latestQuestions = ({ store }: LibraryContext, userId: string, materialId: string, limit: number): Promise<QuestionDocument[]> =>
  store.questions.find('byMaterial', { equals: { userId, materialId }, order: 'desc', limit });

/** Deletes the oldest questions beyond the stored maximum. */
async function trimQuestions(library: LibraryContext, userId: string, materialId: string): Promise<void> {
  const all = await latestQuestions(library, userId, materialId, 2 * questionsKept);
  for (const { _id } of all.slice(questionsKept)) await library.store.questions.delete({ userId, _id });
}

/**
 * Answers a question from the material of a guide, and stores it with the guide.
 *
 * @throws DomainError `not_found`, and the errors of the content queue
 */
export async function askGuide(
  library: LibraryContext,
  userId: string,
  id: string,
  { question, itemId }: AskRequest,
  creation: Creation,
): Promise<AskedQuestion> {
  const { questions } = library.store;
  await ownMaterial(library, userId, id);
  const known = creation.resumed ? await questions.get({ userId, _id: creation.newId }) : undefined;
  if (known) return asAskedQuestion(known);
  const { source } = await bodyOf(library, { userId, _id: id });
  const answered = await library.content.ask(userId, source, question);
  const asked = { _id: creation.newId, userId, materialId: id, question, ...answered, ...(itemId !== undefined && { itemId }) };
  await creation.confirm();
  await insertOnce(questions, asked);
  await requireStillThere(library, userId, id, () => questions.delete({ userId, _id: asked._id }));
  await trimQuestions(library, userId, id);
  return asAskedQuestion(asked);
}

/** Lists the latest questions about a guide, newest first. @throws DomainError `not_found` */
export async function listAskedQuestions(library: LibraryContext, userId: string, id: string): Promise<AskedQuestion[]> {
  await ownMaterial(library, userId, id);
  return (await latestQuestions(library, userId, id, questionsKept)).map(asAskedQuestion);
}

/** Deletes a question. @throws DomainError `not_found` */
export async function deleteAskedQuestion(library: LibraryContext, userId: string, id: string, askId: string): Promise<{ _id: string }> {
  await ownMaterial(library, userId, id);
  const isDeleted = await library.store.questions.delete({ userId, _id: askId }, { equals: { materialId: id } });
  if (!isDeleted) throw notFound('Question');
  return { _id: askId };
}
