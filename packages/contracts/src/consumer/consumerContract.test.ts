import * as z from 'zod/mini';
import type { Call } from '../call.ts';
import * as calls from '../calls.ts';
import { breaches, consumedAt, consumedPaths, pathsOf, readSchema, type ConsumerContract } from './consumerContract.ts';

const everyCall = Object.values<Call>(calls);
const contract = (...made: Call[]): ConsumerContract => ({
  name: 'mf-study',
  contract: 1,
  services: { study: '1.0' },
  paths: consumedPaths(made),
});
const changed = (call: Call, change: Partial<Pick<Call, 'answer' | 'body' | 'encoding' | 'status'>>) =>
  pathsOf(everyCall.map((each) => (each.id === call.id ? { ...each, ...change } : each)));

test('every call satisfies a consumer that was built with the same schemas', () => {
  expect(breaches(contract(...everyCall), pathsOf(everyCall))).toEqual([]);
});

test('a removed call, a removed field and a new required field are problems', () => {
  const { getQuiz, submitQuiz, getUser } = calls;
  const breach = { consumer: 'mf-study', service: 'study' };
  expect(breaches(contract(getQuiz), pathsOf([submitQuiz]))).toEqual([
    { ...breach, call: 'GET /quizzes/{id}', problems: ['there is no such call any more'] },
  ]);
  const { questions: _, ...rest } = getQuiz.answer.def.shape;
  expect(breaches(contract(getQuiz, getUser), changed(getQuiz, { answer: z.object(rest) }))).toEqual([
    { ...breach, call: 'GET /quizzes/{id}', problems: ['answer: questions is missing'] },
  ]);
  const body = z.extend(submitQuiz.body, { seconds: z.int() });
  expect(breaches(contract(submitQuiz), changed(submitQuiz, { body }))).toEqual([
    { ...breach, call: 'POST /quizzes/{id}/submit', problems: ['request: seconds is missing'] },
  ]);
});

test('new fields and calls are no problem', () => {
  const { getQuiz, submitQuiz } = calls;
  const answer = z.extend(getQuiz.answer, { mood: z.string() });
  expect(breaches(contract(getQuiz), changed(getQuiz, { answer }))).toEqual([]);
  const body = z.extend(submitQuiz.body, { seconds: z.optional(z.int()) });
  expect(breaches(contract(submitQuiz), changed(submitQuiz, { body }))).toEqual([]);
  // A consumer that already sends the field needs the newer service.
  const newer = { ...contract(), paths: { '/quizzes/{id}/submit': changed(submitQuiz, { body })['/quizzes/{id}/submit'] ?? {} } };
  expect(breaches(newer, pathsOf(everyCall))[0]?.problems).toEqual(['request: seconds is not taken']);
});

test('another status and another type of body are problems', () => {
  const { createFolder } = calls;
  expect(breaches(contract(createFolder), changed(createFolder, { status: 200 }))[0]?.problems).toEqual([
    'answer: status 201 is not given',
  ]);
  expect(breaches(contract(createFolder), changed(createFolder, { encoding: 'multipart' }))[0]?.problems).toEqual([
    'request: application/json is not taken',
  ]);
});

test('an address finds its call, a fixed part before a parameter', () => {
  const known = contract(calls.getQuiz, calls.listQuizzes, calls.getStudyMaterial, calls.submitQuiz);
  expect(consumedAt(known, 'GET', '/quizzes/abc')?.operationId).toBe('getQuiz');
  expect(consumedAt(known, 'POST', '/quizzes/abc/submit')?.operationId).toBe('submitQuiz');
  expect(consumedAt(known, 'DELETE', '/quizzes/abc')).toBeUndefined();
  expect(consumedAt(known, 'GET', '/folders')).toBeUndefined();
  expect(readSchema(known.paths['/quizzes']!['get']!)).toMatchObject({ type: 'array' });
});
