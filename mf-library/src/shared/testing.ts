import type {
  Citation,
  FlashcardDeckListItem,
  Folder,
  FolderDetail,
  GuideMastery,
  Mark,
  QuizListItem,
  SharedFolder,
  SharedGuide,
  StudyMaterial,
  StudyMaterialListItem,
} from '@lectern/contracts';

/** Fixtures for the tests and stories of this remote. Pass the fields that differ. */

const createdAt = '2025-03-05T12:00:00.000Z';

export const listedGuide = (change: Partial<StudyMaterialListItem> = {}): StudyMaterialListItem => ({
  _id: 'g1',
  title: 'Cell respiration',
  stylePreference: null,
  processedContent: { overview: 'How cells release energy.' },
  preview: 'Cells release energy from glucose...',
  folderId: null,
  generatedBy: 'offline',
  createdAt,
  ...change,
});

/** Several guides of a course, each with its own title. */
export const listedGuides = (count: number): StudyMaterialListItem[] =>
  Array.from({ length: count }, (_, index) =>
    listedGuide({
      _id: `g${String(index + 1)}`,
      title: `${['Cell respiration', 'Contract formation', 'Heart failure', 'Photosynthesis', 'Negligence', 'Shock'][index % 6] ?? ''} ${String(index + 1)}`,
    }),
  );

export const guide = (change: Partial<StudyMaterial> = {}): StudyMaterial => ({
  _id: 'g1',
  title: 'Cell respiration',
  content: 'Cells release energy from glucose.',
  stylePreference: null,
  processedContent: {
    overview: 'How cells release energy.',
    markdownContent: '# Cell respiration\n\n## Glycolysis\n\nIt splits glucose.\n\n---\n',
  },
  edited: false,
  generatedBy: 'offline',
  sources: [],
  omitted: [],
  folderId: null,
  createdAt,
  ...change,
});

export const quoted = (slide: number, quote: string, part: 'body' | 'notes' | 'table' = 'body'): Citation => ({
  pointer: { kind: 'slide', slide, part, paragraph: 1 },
  quote,
});

/** A guide with all parts: key terms, topics, a table, review questions, references. */
export const longGuide = (change: Partial<StudyMaterial> = {}): StudyMaterial =>
  guide({
    processedContent: {
      overview: 'How cells release energy.',
      markdownContent: [
        '# Cell respiration',
        '',
        'Cell respiration covers glycolysis, the citric acid cycle and the electron transport chain.',
        '',
        '## Key terms',
        '',
        '- **Glycolysis**: the splitting of glucose into two molecules of pyruvate [2](#slide-2)',
        '- **ATP**: the molecule that carries energy in cells [3](#slide-3)',
        '',
        '---',
        '',
        '## Topics',
        '',
        '### Glycolysis',
        '',
        'Glycolysis takes place in the cytosol and needs no oxygen. [2](#slide-2) It yields two molecules of ATP. [3](#slide-3)',
        '',
        '- One glucose gives two pyruvate [2](#slide-2)',
        '- Pyruvate enters the mitochondrion [4](#slide-4)',
        '',
        '### The electron transport chain',
        '',
        'Most ATP is made here. [5](#slide-5)',
        '',
        '| Stage | Place | ATP |',
        '| --- | --- | --- |',
        '| Glycolysis | Cytosol | 2 |',
        '| Citric acid cycle | Matrix | 2 |',
        '| Electron transport chain | Inner membrane | 26 to 28 |',
        '',
        '[6](#slide-6)',
        '',
        '## Review questions',
        '',
        '1. Where does glycolysis take place? *In the cytosol.* [2](#slide-2)',
        '2. What does the chain need in the end? *Oxygen.* [5](#slide-5)',
        '',
      ].join('\n'),
    },
    sources: [
      quoted(2, 'Glycolysis: the splitting of glucose into two molecules of pyruvate'),
      quoted(2, 'Remind them that this happens in the cytosol and needs no oxygen.', 'notes'),
      quoted(3, 'ATP carries energy in cells'),
      quoted(4, 'Pyruvate enters the mitochondrion'),
      quoted(5, 'Most ATP is made by the electron transport chain'),
      quoted(6, 'Glycolysis | Cytosol | 2', 'table'),
    ],
    ...change,
  });

export const folder = (change: Partial<Folder> = {}): Folder => ({
  _id: 'f1',
  name: 'Biology',
  studyMaterials: [],
  studyMaterialCount: 0,
  createdAt,
  ...change,
});

/** A folder that contains these guides. */
export const folderOf = (materials: StudyMaterialListItem[], change: Partial<Folder> = {}): FolderDetail => ({
  ...folder({ studyMaterials: materials.map(({ _id }) => _id), studyMaterialCount: materials.length, ...change }),
  materials: materials.map((material) => ({ ...material, folderId: change._id ?? 'f1' })),
});

export const listedQuiz = (change: Partial<QuizListItem> = {}): QuizListItem => ({
  _id: 'q1',
  title: 'Quiz: Cell respiration',
  description: '',
  questionCount: 10,
  currentScore: 0,
  running_average: 0,
  attempts: 0,
  studyMaterialId: 'g1',
  studyMaterialTitle: 'Cell respiration',
  difficultyLevel: 'medium',
  stylePreference: null,
  generatedBy: 'offline',
  createdAt,
  ...change,
});

/** A guide's mastery, 0 to 1. */
export const aMastery = (studyMaterialId: string, mastery: number): GuideMastery => ({
  studyMaterialId,
  mastery,
  items: 20,
  seen: 15,
  due: 3,
});

export const listedDeck = (change: Partial<FlashcardDeckListItem> = {}): FlashcardDeckListItem => ({
  _id: 'd1',
  title: 'Cards: Cell respiration',
  description: '',
  cardCount: 12,
  studyMaterialId: 'g1',
  studyMaterialTitle: 'Cell respiration',
  stylePreference: null,
  generatedBy: 'offline',
  createdAt,
  ...change,
});

/** A word that is longer than a line. */
export const unbroken = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';

/** A highlight in the text of `longGuide`. */
export const mark = (change: Partial<Mark> = {}): Mark => ({
  _id: 'm1',
  quote: 'needs no oxygen',
  before: 'takes place in the cytosol and',
  after: '. It yields',
  colour: 'green',
  isLost: false,
  ...change,
});

/** A guide as readers of a link see it. */
export const sharedGuide = (change: Partial<SharedGuide> = {}): SharedGuide => {
  const { title, stylePreference, processedContent, generatedBy } = longGuide();
  return {
    kind: 'guide',
    owner: 'Ada',
    ...{ title, stylePreference, processedContent, generatedBy },
    sources: [quoted(2, 'Glycolysis splits glucose.')],
    ...change,
  };
};

/** A folder as readers of a link see it. */
export const sharedFolder = (change: Partial<SharedFolder> = {}): SharedFolder => ({
  kind: 'folder',
  owner: 'Ada',
  name: 'Biology',
  guides: listedGuides(3).map(({ _id, title, preview, createdAt: at }) => ({ _id, title, preview, createdAt: at })),
  ...change,
});
