import * as z from '@lectern/contracts/schema';
import { defineCall } from '../call.ts';
import { Exam, ExamDetail, ExamEdit, NewExam } from '../exam.ts';
import { Deleted } from '../primitives.ts';

export const listExams = defineCall({
  id: 'listExams',
  service: 'study',
  method: 'GET',
  path: '/exams',
  summary: 'All exams, the soonest first, past ones last',
  access: 'learner',
  status: 200,
  answer: z.array(Exam),
  errors: [409],
});

export const createExam = defineCall({
  id: 'createExam',
  service: 'study',
  method: 'POST',
  path: '/exams',
  summary: 'Plan an exam on study guides; a learner has at most 20',
  access: 'learner',
  creates: true,
  body: NewExam,
  status: 201,
  answer: Exam,
  errors: [404],
});

export const getExam = defineCall({
  id: 'getExam',
  service: 'study',
  method: 'GET',
  path: '/exams/:id',
  summary: 'One exam with its plan for each day',
  access: 'learner',
  status: 200,
  answer: ExamDetail,
  errors: [409],
});

export const updateExam = defineCall({
  id: 'updateExam',
  service: 'study',
  method: 'PUT',
  path: '/exams/:id',
  summary: 'Change name, date or guides of an exam, or what becomes of its items after it',
  access: 'learner',
  body: ExamEdit,
  status: 200,
  answer: Exam,
  errors: [409],
});

export const deleteExam = defineCall({
  id: 'deleteExam',
  service: 'study',
  method: 'DELETE',
  path: '/exams/:id',
  summary: 'Delete an exam; its items go on as usual',
  access: 'learner',
  status: 200,
  answer: Deleted,
  errors: [409],
});
