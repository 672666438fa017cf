import type { StudyMaterial, Suggestion } from '@lectern/contracts';

/** The guide that the suggestions belong to. */
export const pickedGuide: StudyMaterial = {
  _id: 'm1',
  title: 'Heart Failure: Nursing Care of Adults',
  content: '',
  stylePreference: null,
  processedContent: { overview: '', markdownContent: '# Heart Failure' },
  edited: false,
  generatedBy: 'offline',
  sources: [],
  folderId: null,
  createdAt: '2026-03-05T10:00:00.000Z',
};

/** A suggestion from slide 3. Pass the fields that differ. */
export const aSuggestion = (term: string, change: Partial<Suggestion> = {}): Suggestion => ({
  _id: term.toLowerCase().replaceAll(' ', '-'),
  term,
  statement: `${term}: what it means.`,
  pointer: { kind: 'slide', slide: 3, part: 'body', paragraph: 1 },
  section: 'Nursing Interventions',
  form: 'definition',
  siblings: [],
  ...change,
});

/** Realistic suggestions: definitions with siblings, a list, a table row, and a sentence without siblings. */
export const heartSuggestions: Suggestion[] = [
  aSuggestion('Heart failure', {
    statement: 'Heart failure is a clinical syndrome in which the heart cannot pump enough blood to meet the needs of the body.',
    pointer: { kind: 'slide', slide: 2, part: 'body', paragraph: 1 },
    section: 'What Heart Failure Is',
    siblings: ['Ejection fraction', 'Cardiac output', 'Systolic dysfunction'],
  }),
  aSuggestion('Ejection fraction', {
    statement: 'Ejection fraction: the share of blood in the left ventricle that leaves it with each beat.',
    pointer: { kind: 'slide', slide: 2, part: 'body', paragraph: 2 },
    section: 'What Heart Failure Is',
    siblings: ['Cardiac output', 'Heart failure', 'Systolic dysfunction'],
  }),
  aSuggestion('Signs of left-sided heart failure include', {
    form: 'list',
    statement:
      'Signs of left-sided heart failure include: Crackles at the lung bases; Breathlessness when lying flat; Fatigue on mild exertion',
    pointer: { kind: 'slide', slide: 5, part: 'body', paragraph: 1 },
    section: 'Signs by Side of the Heart',
  }),
  aSuggestion('Loop diuretics', {
    form: 'row',
    statement: 'Loop diuretics. Main effect: Remove excess sodium and water; What the nurse watches: Potassium level and urine output',
    pointer: { kind: 'slide', slide: 8, part: 'table', paragraph: 2 },
    section: 'Medicines and Their Watch Points',
    siblings: ['ACE inhibitors', 'Beta blockers', 'Cardiac glycosides'],
  }),
  aSuggestion('Preload', {
    statement: 'Preload: the stretch of the ventricle at the end of filling.',
    pointer: { kind: 'slide', slide: 9, part: 'body', paragraph: 1 },
    siblings: ['Afterload', 'Furosemide', 'Digoxin'],
  }),
];
