import { SharedCard, SharedDeck, SharedQuestion, SharedQuiz, type FlashcardDeck, type Quiz } from '@lectern/contracts';
import { pick, type CountOwner, type Creation } from '@lectern/service-kit';
import { withPictureAddresses } from '../decks/cardPictures.ts';
import { copyDeck, getDeck } from '../decks/decks.ts';
import { withPictures } from '../items/itemPictures.ts';
import { sharedItem } from '../owned/copiedFields.ts';
import { copyQuiz, getQuiz } from '../quizzes/quizzes.ts';
import type { StudyContext } from '../StudyContext.ts';

/** Returns a shared quiz with the pictures of its slides. @throws DomainError `not_found`, `rate_limited` */
export async function showSharedQuiz(study: StudyContext, secret: string, countOwner: CountOwner): Promise<SharedQuiz> {
  const shared = await study.shareLinks.find('quiz', secret, countOwner);
  const quiz = await getQuiz(study, shared.userId, shared._id);
  const pictured = await withPictures(study, shared.userId, quiz.studyMaterialId, quiz.questions);
  await study.shareLinks.count(shared, 'opens');
  const questions = pictured.map((question) => pick(SharedQuestion, sharedItem(question)));
  return pick(SharedQuiz, { ...quiz, kind: 'quiz', owner: shared.owner, questions });
}

/** Returns a shared deck with its pictures. @throws DomainError `not_found`, `rate_limited` */
export async function showSharedDeck(study: StudyContext, secret: string, countOwner: CountOwner): Promise<SharedDeck> {
  const shared = await study.shareLinks.find('deck', secret, countOwner);
  const deck = await getDeck(study, shared.userId, shared._id);
  const pictured = await withPictures(study, shared.userId, deck.studyMaterialId, deck.cards);
  await study.shareLinks.count(shared, 'opens');
  const cards = withPictureAddresses(study, pictured, () => shared._id).map((card) => pick(SharedCard, sharedItem(card)));
  return pick(SharedDeck, { ...deck, kind: 'deck', owner: shared.owner, cards });
}

/** Copies a shared quiz into the reader's account. @throws DomainError `not_found`, `limit_reached` */
export async function copySharedQuiz(study: StudyContext, userId: string, secret: string, creation: Creation): Promise<Quiz> {
  const shared = await study.shareLinks.find('quiz', secret, () => undefined);
  const quiz = await copyQuiz(study, userId, shared, creation);
  await study.shareLinks.count(shared, 'copies');
  return quiz;
}

/** Copies a shared deck into the reader's account. @throws DomainError `not_found`, `limit_reached` */
export async function copySharedDeck(study: StudyContext, userId: string, secret: string, creation: Creation): Promise<FlashcardDeck> {
  const shared = await study.shareLinks.find('deck', secret, () => undefined);
  const deck = await copyDeck(study, userId, shared, creation);
  await study.shareLinks.count(shared, 'copies');
  return deck;
}
