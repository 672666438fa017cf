import { remoteIds } from '@lectern/contracts';
import { expect, test } from '@playwright/test';
import { call, newLearner, password, textForm, type CallOptions } from '../../support/api.ts';
import { lecture } from '../../support/lecture.ts';
import { builtContracts, holdPacts } from '../../support/pacts.ts';

test('each frontend reads what the running services answer, by the schemas that its build has written down', async () => {
  const contracts = builtContracts();
  const held = new Set<string>();
  const { token, email } = await newLearner();
  /** Makes a call as a frontend would, and validates it against every frontend's contract. */
  const exchange = async (method: string, path: string, options: Pick<CallOptions, 'body' | 'form'> = {}) => {
    const { status, body } = await call(method, path, { token, ...options });
    expect([method, path, status]).toEqual([method, path, expect.any(Number)]);
    expect(status).toBeLessThan(300);
    const exchanged = { method, path: path.split('?', 1)[0] ?? '', sent: options.body, answered: body as unknown };
    for (const pair of holdPacts(contracts, exchanged)) held.add(pair);
    return body;
  };

  await exchange('POST', '/auth/login', { body: { email, password } });
  await exchange('GET', '/auth/user');
  await exchange('PUT', '/auth/update-profile', { body: { firstName: 'Ada', lastName: 'King' } });
  const guide = await exchange('POST', '/study-materials/unified', { form: textForm(lecture) });
  await exchange('GET', '/study-materials?limit=30');
  await exchange('GET', `/study-materials/${guide._id}`);
  await exchange('GET', `/study-materials/${guide._id}/passages?paragraph=1`);
  await exchange('GET', `/study-materials/${guide._id}/pictures`);
  const folder = await exchange('POST', '/folders', { body: { name: 'Biology' } });
  await exchange('POST', `/folders/${folder._id}/materials`, { body: { materialId: guide._id } });
  await exchange('GET', '/folders');
  await exchange('GET', `/folders/${folder._id}`);
  const quiz = await exchange('POST', '/quizzes/generate', {
    body: { studyMaterialId: guide._id },
  });
  await exchange('GET', `/quizzes?studyMaterialId=${guide._id}`);
  await exchange('GET', `/quizzes/${quiz._id}`);
  const deck = await exchange('POST', '/flashcards', { body: { studyMaterialId: guide._id } });
  await exchange('GET', '/flashcards');
  await exchange('GET', `/flashcards/${deck._id}`);
  await exchange('GET', '/subscription/limits');
  await exchange('GET', '/subscription/status');

  const pairs = contracts.flatMap(({ name, paths }) =>
    Object.values(paths).flatMap((methods) => Object.values(methods).map(({ tags }) => `${name} → ${tags[0] ?? ''}`)),
  );
  expect([...held].sort()).toEqual([...new Set(pairs)].sort());
});

test('each remote takes only what the shell providesShared, by what their builds have written down', () => {
  const contracts = builtContracts();
  const providesShared = contracts.find(({ name }) => name === 'shell')?.providesShared ?? {};
  expect(providesShared['@lectern/platform']).toContain('useSession');
  expect(providesShared['react']).toEqual(['*']);
  const consumed = contracts.flatMap(({ name, consumesShared = {} }) =>
    Object.entries(consumesShared).flatMap(([owner, names]) => names.map((each) => ({ name, owner, each }))),
  );
  expect([...new Set(consumed.map(({ name }) => name))].sort()).toEqual([...remoteIds].sort());
  const isProvided = ({ owner, each }: { owner: string; each: string }) =>
    providesShared[owner]?.some((shared) => shared === each || shared === '*') === true;
  expect(consumed.filter((taken) => !isProvided(taken))).toEqual([]);
});
