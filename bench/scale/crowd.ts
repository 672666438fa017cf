import type { RawRow, RawStore } from '@lectern/document-store/data';

/** Items of each learner of the crowd: 10 guides, 60 cards with a schedule, and 30 reviews. */
const guidesEach = 10;
const cardsEach = 60;
const reviewsEach = 30;
export const itemsEach = guidesEach + cardsEach + reviewsEach;
/** The crowd's ids begin like those of the measured learners, so that each of these is in the middle of it in every index. */
const namesakes = 50;
/** Rows written in one transaction. */
const batch = 2_000;

const dayMs = 86_400_000;
const today = Math.floor(Date.now() / dayMs);
const startOf = (day: number): string => new Date(day * dayMs).toISOString();
const at = startOf(today - 300);

const userIdOf = (learner: number): string => `learner-${String(learner % namesakes)}-${String(learner)}`;
const idOf = (learner: number, thing: string, index: number): string => `${userIdOf(learner)}-${thing}-${String(index).padStart(3, '0')}`;
const asRow = (document: Record<string, unknown> & { _id: string }, folded?: string): RawRow => ({ _id: document._id, document, folded });
const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));
const planOf = (_id: string): RawRow => asRow({ _id, tier: 'premium', status: 'active', premiumUntil: null, version: 1 });

/** All of a learner's documents in the library, as they are stored. */
const libraryRows = (learner: number): Record<string, RawRow[]> => {
  const userId = userIdOf(learner);
  const guides = times(guidesEach, (index) => {
    const _id = idOf(learner, 'guide', index);
    const title = `Lecture ${String(index)} of ${String(learner)}: the renal system`;
    const text = `${title}\nFiltration, reabsorption and secretion in the nephron.\n${'What each segment does with water, sodium and glucose. '.repeat(4)}`;
    const passage = { pointer: { kind: 'text', paragraph: 1 }, kind: 'paragraph', level: 0, text };
    return {
      material: {
        ...{ _id, userId, state: 'live', title, stylePreference: null, overview: 'Filtration.', preview: 'Filtration...' },
        ...{ generatedBy: 'offline', folderId: '', createdAt: at, version: 1, outbox: [], outboxCount: 0 },
      },
      body: {
        ...{ _id, userId, source: { title, language: 'en', passages: [passage] } },
        ...{ markdown: `# ${title}`, edited: false, citations: [] },
      },
      text: { _id, userId, text },
    };
  });
  return {
    materials: guides.map(({ material }) => asRow(material)),
    materialBodies: guides.map(({ body }) => asRow(body)),
    materialTexts: guides.map(({ text }) => asRow(text, text.text.toLowerCase().replace(/\s+/g, ' '))),
    folders: [asRow({ _id: idOf(learner, 'folder', 0), userId, name: 'Nephrology', createdAt: at }, 'nephrology')],
    counters: (['studyMaterials', 'folders'] as const).map((thing) =>
      asRow({ _id: `${userId}:${thing}`, userId, held: thing === 'folders' ? 1 : guidesEach, pending: [], pendingCount: 0 }),
    ),
    plans: [planOf(userId)],
  };
};

/** All of a learner's documents in study: a deck with its schedules and reviews, and a quiz. */
const studyRows = (learner: number): Record<string, RawRow[]> => {
  const userId = userIdOf(learner);
  const deckId = idOf(learner, 'deck', 0);
  const cards = times(cardsEach, (index) => ({
    ...{ _id: idOf(learner, 'card', index), front: `What does segment ${String(index)} do?`, back: 'It is reabsorbed there. '.repeat(3) },
  }));
  const common = {
    ...{ userId, title: 'Nephron', description: '', searchText: 'Nephron\n', stylePreference: null, generatedBy: 'offline', revision: 1 },
    ...{ applied: [], createdAt: at, studyMaterialId: idOf(learner, 'guide', 0), studyMaterialTitle: 'Lecture', studyMaterialVersion: 1 },
    isSourceDeleted: false,
  };
  return {
    reviewItems: cards.map(({ _id, front, back }, index) => {
      const due = startOf(today - 10 + index);
      return asRow({
        ...{ _id, userId, kind: 'card', parentId: deckId, studyMaterialId: idOf(learner, 'guide', 0), passage: '', createdAt: at },
        ...{ content: { front, back }, suspended: false, place: 'review', state: 'review', due, stability: 60, difficulty: 5, step: 0 },
        ...{
          reps: 1,
          lapses: 0,
          firstDay: today - 70,
          introducedDay: today - 70,
          lastDay: today - 70,
          lastAnsweredAt: startOf(today - 70),
        },
        ...{ unplanned: { place: 'review', due }, pending: [], isBehind: false, revision: 2 },
      });
    }),
    reviews: times(reviewsEach, (index) =>
      asRow({
        ...{ _id: idOf(learner, 'review', index), userId, itemId: idOf(learner, 'card', index), kind: 'card', parentId: deckId },
        ...{ rating: 'good', answeredAt: startOf(today - 70), day: today - 70, desiredRetention: 0.9, timeZone: 'UTC', dayStartsAt: 4 },
      }),
    ),
    decks: [asRow({ _id: deckId, ...common, cards, itemCount: cardsEach, removedFronts: [] }, 'nephron')],
    quizzes: [
      asRow(
        {
          ...{ _id: idOf(learner, 'quiz', 0), ...common, questions: [], itemCount: 0, difficultyLevel: 'medium', currentScore: 0 },
          ...{ attempts: 0, scoreSum: 0, askedStems: [] },
        },
        'nephron',
      ),
    ],
    knownDecks: [asRow({ _id: deckId, userId, revision: 1, title: 'Nephron', isBehind: false, changes: 1, announcedAt: at, version: 1 })],
    reviewLearners: [asRow({ _id: userId, userId, version: 0, hasKnownDecks: true })],
    reviewParameters: [asRow({ _id: userId, userId, checkedAt: new Date().toISOString(), isApplied: true })],
    plans: [planOf(userId)],
  };
};

/** The services that the crowd has documents in, with their searched fields. */
const services = {
  library: { rowsOf: libraryRows, searched: { materialTexts: 'text', folders: 'name' } },
  study: { rowsOf: studyRows, searched: { decks: 'searchText', quizzes: 'searchText' } },
} as const;
export type CrowdedService = keyof typeof services;
export const crowdedServices = Object.keys(services) as CrowdedService[];

/** Writes the documents of a number of learners to a service's store, and closes the store. */
export async function writeCrowd(store: RawStore, service: CrowdedService, learners: number): Promise<void> {
  const { rowsOf, searched } = services[service];
  const waiting = new Map<string, RawRow[]>();
  const flush = async (collection: string, rows: readonly RawRow[]): Promise<void> => {
    await store.write(collection, rows);
    waiting.set(collection, []);
  };
  for (let learner = 0; learner < learners; learner += 1)
    for (const [collection, rows] of Object.entries(rowsOf(learner))) {
      const all = [...(waiting.get(collection) ?? []), ...rows];
      waiting.set(collection, all);
      if (all.length >= batch) await flush(collection, all);
    }
  for (const [collection, rows] of waiting) await flush(collection, rows);
  // The search texts are folded already, so the service does not fold them at its start.
  for (const [collection, field] of Object.entries(searched)) await store.set(`folding of ${collection}`, `${field} 2`);
  await store.set('format', '1');
  await store.close();
}
