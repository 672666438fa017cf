import type { Exam, ExamDetail } from '@lectern/contracts';

/** An exam fixture. Pass the fields that differ. */
export const anExam = (change: Partial<Exam> = {}): Exam => ({
  _id: 'e1',
  name: 'Nursing final',
  date: '2026-03-14',
  studyMaterialIds: ['m1'],
  daysLeft: 12,
  isOver: false,
  cards: 42,
  seen: 30,
  perDay: 9,
  readiness: 0.71,
  afterwards: null,
  ...change,
});

/** A plan of twelve days: new cards first, and a final review of every card. */
export const anExamPlan = (change: Partial<Exam> = {}): ExamDetail => ({
  ...anExam(change),
  plan: [6, 5, 7, 4, 6, 5, 3, 8, 9, 9, 8, 8].map((reviews, index) => ({
    date: `2026-03-${String(2 + index).padStart(2, '0')}`,
    new: index < 5 ? 3 : 0,
    reviews,
  })),
});
