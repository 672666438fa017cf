import type { ListedReviewItem, QuizQuestion } from '@lectern/contracts';
import type { StudyContext } from '../StudyContext.ts';
import { endItems } from './endItems.ts';
import type { ReviewItemDocument } from './reviewCollections.ts';

/** An item with its content for the learner. */
export interface ItemView {
  item: ReviewItemDocument;
  view: ListedReviewItem;
}

/** The titles and languages of decks and quizzes, and the questions of quizzes, by id. */
interface Parents {
  titles: ReadonlyMap<string, string>;
  languages: ReadonlyMap<string, string | undefined>;
  questions: ReadonlyMap<string, QuizQuestion>;
}

async function readParents({ store }: StudyContext, userId: string, items: readonly ReviewItemDocument[]): Promise<Parents> {
  const parentsOf = (kind: string) => [...new Set(items.filter((item) => item.kind === kind).map(({ parentId }) => parentId))];
  const [quizzes, decks] = await Promise.all([
    store.quizzes.getMany({ userId, ids: parentsOf('question') }),
    store.knownDecks.getMany({ userId, ids: parentsOf('card') }),
  ]);
  return {
    titles: new Map([...decks, ...quizzes].map(({ _id, title }) => [_id, title])),
    languages: new Map(quizzes.map(({ _id, language }) => [_id, language])),
    questions: new Map(quizzes.flatMap((quiz) => quiz.questions.map((question) => [question._id, question] as const))),
  };
}

/** @returns `undefined` for a question that was deleted */
const viewOf = (item: ReviewItemDocument, { titles, languages, questions }: Parents): ListedReviewItem | undefined => {
  const { _id: itemId, parentId, state, due, lapses } = item;
  const named = { title: titles.get(parentId) ?? '', studyMaterialId: item.studyMaterialId || null };
  const language = item.content ? item.content.language : languages.get(parentId);
  const common = { itemId, parentId, ...named, ...(language !== undefined && { language }), state, due, lapses };
  if (item.content) {
    const { front, back, hint, pictures, source } = item.content;
    return {
      kind: 'card',
      ...common,
      front,
      back,
      ...(hint !== undefined && { hint }),
      ...(pictures && { pictures }),
      ...(source && { source }),
    };
  }
  const asked = questions.get(itemId);
  if (!asked) return undefined;
  const { question, options, explanation, source } = asked;
  return { kind: 'question', ...common, question, options, explanation, ...(source && { source }) };
};

/** Adds the content of items. Deletes and omits items of deleted questions. */
export async function viewItems(study: StudyContext, userId: string, items: readonly ReviewItemDocument[]): Promise<ItemView[]> {
  const parents = await readParents(study, userId, items);
  const views = items.map((item) => ({ item, view: viewOf(item, parents) }));
  await endItems(
    study,
    userId,
    views.filter(({ view }) => !view).map(({ item }) => item._id),
  );
  return views.flatMap(({ item, view }) => (view ? [{ item, view }] : []));
}
