import { questionsKept, type AskedQuestion, type AskRequest } from '@lectern/contracts';
import { insertOnce, notFound, type Creation } from '@lectern/service-kit';
import type { QuestionDocument } from '../store.ts';
import type { MaterialParts } from './createMaterialParts.ts';
import type { StudyContent } from './StudyContent.ts';

export interface MaterialAskingDependencies {
  parts: MaterialParts;
  content: Pick<StudyContent, 'ask'>;
}

const asAskedQuestion = ({ userId: _userId, materialId: _materialId, ...asked }: QuestionDocument): AskedQuestion => asked;

/** Questions that learners ask about their guides, with their answers. */
export function createMaterialAsking({ parts, content }: MaterialAskingDependencies) {
  const { questions } = parts;

  /** The questions about a guide, newest first. */
  const latest = (userId: string, materialId: string, limit: number) =>
    questions.find('byMaterial', { equals: { userId, materialId }, order: 'desc', limit });

  /** Deletes the oldest questions beyond the number that is kept. */
  const trim = async (userId: string, materialId: string): Promise<void> => {
    const all = await latest(userId, materialId, 2 * questionsKept);
    for (const { _id } of all.slice(questionsKept)) await questions.delete({ userId, _id });
  };

  return {
    /**
     * Answers a question from the material of a guide and keeps it with the guide.
     * @throws DomainError `not_found`, and what the content queue throws
     */
    async ask(userId: string, id: string, { question, itemId }: AskRequest, creation: Creation): Promise<AskedQuestion> {
      await parts.own(userId, id);
      const known = creation.resumed ? await questions.get({ userId, _id: creation.newId }) : undefined;
      if (known) return asAskedQuestion(known);
      const { source } = await parts.bodyOf({ userId, _id: id });
      const answered = await content.ask(userId, source, question);
      const asked = { _id: creation.newId, userId, materialId: id, question, ...answered, ...(itemId !== undefined && { itemId }) };
      await creation.confirm();
      await insertOnce(questions, asked);
      // The guide may have been deleted meanwhile: what was asked about it must not come back.
      if (!(await parts.exists(id, userId))) {
        await questions.delete({ userId, _id: asked._id });
        throw notFound('Study guide');
      }
      await trim(userId, id);
      return asAskedQuestion(asked);
    },

    /** The latest questions, newest first. @throws DomainError `not_found` */
    async listAsked(userId: string, id: string): Promise<AskedQuestion[]> {
      await parts.own(userId, id);
      return (await latest(userId, id, questionsKept)).map(asAskedQuestion);
    },

    /** Deletes a question. @throws DomainError `not_found` */
    async removeAsked(userId: string, id: string, askId: string): Promise<{ _id: string }> {
      await parts.own(userId, id);
      const isDeleted = await questions.delete({ userId, _id: askId }, { equals: { materialId: id } });
      if (!isDeleted) throw notFound('Question');
      return { _id: askId };
    },
  };
}
