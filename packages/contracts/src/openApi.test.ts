import type { Call } from './call.ts';
import * as calls from './calls.ts';
import { openApiPaths } from './openApi.ts';

interface Operation {
  operationId: string;
  parameters: { name: string; in: string; required: boolean; schema: { pattern?: string } }[];
  requestBody?: { required: boolean; content: Record<string, { schema: Record<string, unknown>; encoding?: unknown }> };
  responses: Record<string, { headers: Record<string, unknown>; content: Record<string, { schema: unknown }> }>;
}

const operations = Object.fromEntries(
  Object.values(openApiPaths(Object.values<Call>(calls)) as Record<string, Record<string, Operation>>).flatMap((methods) =>
    Object.values(methods).map((operation) => [operation.operationId, operation]),
  ),
) as Record<keyof typeof calls, Operation>;

describe('openApiPaths', () => {
  it('describes every call with the errors that any call can have', () => {
    expect(Object.keys(operations).sort()).toEqual(Object.keys(calls).sort());
    for (const { operationId, responses } of Object.values(operations))
      for (const status of ['400', '408', '413', '429', '431', '500', '502', '503', '504'])
        expect([operationId, status, responses[status]?.content['application/json']?.schema]).toEqual([
          operationId,
          status,
          { $ref: '#/components/schemas/Error' },
        ]);
    expect(Object.keys(operations.verifyEmail.responses)).toContain('404');
    expect(Object.keys(operations.getUser.responses)).not.toContain('404');
    expect(Object.keys(operations.updateDeck.responses)).toContain('409');
  });

  it('says which headers an answer has', () => {
    const { responses } = operations.listFolders;
    expect(Object.keys(responses['200']?.headers ?? {})).toEqual(['x-request-id', 'x-next']);
    for (const status of ['429', '500', '502', '503', '504'])
      expect(responses[status]?.headers).toMatchObject({ 'x-request-id': { required: true }, 'retry-after': { required: true } });
    expect(Object.keys(responses['400']?.headers ?? {})).toEqual(['x-request-id']);
    expect(responses['431']?.headers).toEqual({});
  });

  it('tells the form of a path: an id, or the name of a file', () => {
    const formOf = (id: keyof typeof calls) =>
      new RegExp(operations[id].parameters.find((each) => each.in === 'path')?.schema.pattern ?? '');
    const file = `user-1.calendar-1.${'s'.repeat(43)}.ics`;
    expect([formOf('getFolder').test('folder-1'), formOf('getFolder').test(file)]).toEqual([true, false]);
    expect([formOf('readReviewCalendar').test(file), formOf('readReviewCalendar').test('folder-1')]).toEqual([true, false]);
  });

  it('names the types of files, in both directions', () => {
    const typesOf = (id: keyof typeof calls) => Object.keys(operations[id].responses['200']?.content ?? {});
    expect(typesOf('exportQuiz')).toEqual(['text/plain', 'application/zip', 'text/csv']);
    expect(typesOf('exportDeck')).toEqual(['application/apkg', 'text/csv', 'text/plain']);
    expect(typesOf('exportStudyMaterial')).toEqual(['text/markdown', 'text/html']);
    expect(typesOf('exportAccount')).toEqual(['application/zip']);
    expect(typesOf('readReviewCalendar')).toEqual(['text/calendar']);
    for (const id of ['importDecks', 'previewDeckImport'] as const)
      expect(operations[id].requestBody?.content['multipart/form-data']?.encoding).toEqual({
        file: { contentType: 'application/apkg, text/csv, text/tab-separated-values, text/plain' },
      });
    expect(JSON.stringify(operations)).not.toContain('*/*');
  });

  it('says when a body is optional', () => {
    expect(operations.createSubscription.requestBody?.required).toBe(false);
    expect(operations.updateDeck.requestBody?.required).toBe(false);
    expect(operations.createFolder.requestBody?.required).toBe(true);
    expect(operations.getUser.requestBody).toBeUndefined();
  });

  it('describes the form of a study guide: a file, documents, a text that is not blank, or several of them', () => {
    const form = operations.createStudyMaterial.requestBody?.content['multipart/form-data'];
    expect(form?.schema['anyOf']).toEqual([
      { required: ['file'] },
      { required: ['documents'], properties: { documents: { minItems: 1 } } },
      { required: ['textContent'], properties: { textContent: { pattern: expect.any(String) } } },
    ]);
    expect(form?.encoding).toEqual({
      file: { contentType: expect.stringContaining('presentation') },
      documents: { contentType: expect.stringContaining('application/pdf') },
    });
    const key = operations.createStudyMaterial.parameters.find(({ name }) => name === 'idempotency-key')?.schema.pattern ?? '';
    expect(['abc-1', 'a b', '', 'x'.repeat(201)].map((value) => new RegExp(key).test(value))).toEqual([true, false, false, false]);
  });
});
