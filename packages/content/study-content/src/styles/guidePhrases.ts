/** The fixed words of a guide, in the language of the material. */
export interface GuidePhrases {
  headings: { glance: string; introduction: string; terms: string; tables: string; review: string };
  /** Shown below a style's heading if the material has no content for it. */
  nothing: string;
}

const english: GuidePhrases = {
  headings: {
    glance: 'At a glance',
    introduction: 'Introduction',
    terms: 'Key terms',
    tables: 'Tables',
    review: 'Review questions',
  },
  nothing: 'The material says nothing that belongs here.',
};

const languages: Readonly<Record<string, GuidePhrases>> = {
  en: english,
  ko: {
    headings: { glance: '한눈에 보기', introduction: '소개', terms: '핵심 용어', tables: '표', review: '복습 질문' },
    nothing: '자료에 이 부분에 해당하는 내용이 없습니다.',
  },
  de: {
    headings: {
      glance: 'Auf einen Blick',
      introduction: 'Einleitung',
      terms: 'Begriffe',
      tables: 'Tabellen',
      review: 'Fragen zur Wiederholung',
    },
    nothing: 'Das Material sagt dazu nichts.',
  },
  fr: {
    headings: {
      glance: 'En bref',
      introduction: 'Introduction',
      terms: 'Termes clés',
      tables: 'Tableaux',
      review: 'Questions de révision',
    },
    nothing: 'Le document ne dit rien à ce sujet.',
  },
  es: {
    headings: {
      glance: 'De un vistazo',
      introduction: 'Introducción',
      terms: 'Términos clave',
      tables: 'Tablas',
      review: 'Preguntas de repaso',
    },
    nothing: 'El material no dice nada al respecto.',
  },
};

/** Looks up phrases by two-letter language code; falls back to English. */
export const guidePhrasesFor = (language: string): GuidePhrases => languages[language] ?? english;

/** Headings of sections that repeat others, in every language. */
export const gatheredHeadings: ReadonlySet<string> = new Set(
  Object.values(languages).flatMap(({ headings: { glance, terms, review } }) => [glance, terms, review]),
);
