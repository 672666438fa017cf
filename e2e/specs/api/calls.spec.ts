import { expect, test } from '@playwright/test';
import { call, mailedLink, newLearner, password, textForm } from '../../support/api.ts';
import { lecture } from '../../support/lecture.ts';

/** Makes each call of the public API on the running site, with exactly the method, path and payload that clients send. */
const { step } = test;

test('the account calls', async () => {
  const email = `${crypto.randomUUID()}@students.example`;
  const names = { firstName: 'Ada', lastName: 'Byron' };
  await step('§7 Account: POST /auth/register takes firstName, lastName, email, password and answers email', async () => {
    const { status, body } = await call('POST', '/auth/register', { body: { ...names, email, password } });
    expect([status, body.email]).toEqual([201, email]);
  });
  await step('§7 Account: POST /auth/login answers an unverified account without a token, and user with isVerified', async () => {
    const { body } = await call('POST', '/auth/login', { body: { email, password } });
    expect([body.token, body.user.isVerified]).toEqual([null, false]);
  });
  await step('§7 Account: POST /auth/resend-verification takes email', async () => {
    expect((await call('POST', '/auth/resend-verification', { body: { email } })).status).toBe(200);
  });
  let token = '';
  await step('§7 Account: GET /auth/verify-email/:token answers token and user', async () => {
    const mailed = (await mailedLink(email, 'verify-email')).split('/').at(-1) ?? '';
    const { body } = await call('GET', `/auth/verify-email/${mailed}`);
    expect(body.user).toMatchObject({ ...names, email, isVerified: true });
    token = body.token as string;
    expect(token).toMatch(/\S/);
  });
  await step('§7 Account: GET /auth/user answers user to the token in x-auth-token', async () => {
    expect((await call('GET', '/auth/user', { token })).body.user).toMatchObject({ email });
    expect((await call('GET', '/auth/user')).status).toBe(401);
  });
  await step('§7 Account: PUT /auth/update-profile takes firstName, lastName and answers user', async () => {
    const { body } = await call('PUT', '/auth/update-profile', { token, body: { firstName: 'Augusta', lastName: 'King' } });
    expect(body.user).toMatchObject({ firstName: 'Augusta', lastName: 'King', email });
  });
  await step('§7 Account: PUT /auth/update-password takes currentPassword, newPassword and answers a message', async () => {
    const { status, body } = await call('PUT', '/auth/update-password', {
      token,
      body: { currentPassword: password, newPassword: 'another good one' },
    });
    expect([status, typeof body.message]).toEqual([200, 'string']);
  });
  await step('§7 Account: POST /auth/forgot-password takes email and answers a message', async () => {
    const { status, body } = await call('POST', '/auth/forgot-password', { body: { email } });
    expect([status, typeof body.message]).toEqual([200, 'string']);
  });
  await step('§7 Account: POST /auth/reset-password/:token takes password and answers a message', async () => {
    const mailed = (await mailedLink(email, 'reset-password')).split('/').at(-1) ?? '';
    const { status, body } = await call('POST', `/auth/reset-password/${mailed}`, { body: { password } });
    expect([status, typeof body.message]).toEqual([200, 'string']);
  });
  await step('§7 Account: DELETE /auth/delete-account takes nothing, and the account is gone', async () => {
    const { body } = await call('POST', '/auth/login', { body: { email, password } });
    expect((await call('DELETE', '/auth/delete-account', { token: body.token as string })).status).toBe(200);
    expect((await call('POST', '/auth/login', { body: { email, password } })).status).toBe(401);
  });
});

test('the calls about guides and folders', async () => {
  const { token } = await newLearner();
  let id = '';
  let folderId = '';
  await step(
    '§7 Study materials and folders: POST /study-materials/unified takes multipart file, textContent, stylePreference, each optional',
    async () => {
      const { status, body } = await call('POST', '/study-materials/unified', { token, form: textForm(lecture, 'Outline') });
      expect([status, body.stylePreference]).toEqual([201, 'Outline']);
      id = body._id as string;
    },
  );
  await step('§7 Study materials and folders: GET /study-materials takes nothing and answers the list', async () => {
    expect((await call('GET', '/study-materials', { token })).body).toMatchObject([{ _id: id }]);
  });
  await step('§7 Study materials and folders: PUT /study-materials/:id takes title, content', async () => {
    const { body } = await call('PUT', `/study-materials/${id}`, { token, body: { title: 'Mine', content: '# Mine' } });
    expect(body).toMatchObject({ title: 'Mine', processedContent: { markdownContent: '# Mine' } });
  });
  await step('§7 Study materials and folders: POST /folders takes name, GET /folders answers the list, GET /folders/:id one', async () => {
    const { status, body } = await call('POST', '/folders', { token, body: { name: 'Biology' } });
    expect([status, body.name]).toEqual([201, 'Biology']);
    folderId = body._id as string;
    expect((await call('GET', '/folders', { token })).body).toMatchObject([{ _id: folderId }]);
    expect((await call('GET', `/folders/${folderId}`, { token })).body.name).toBe('Biology');
  });
  await step('§7 Study materials and folders: POST /folders/:id/materials takes materialId', async () => {
    const { body } = await call('POST', `/folders/${folderId}/materials`, { token, body: { materialId: id } });
    expect([body.studyMaterials, body.studyMaterialCount]).toEqual([[id], 1]);
  });
  await step('§7 Study materials and folders: DELETE /folders/:id/materials/:materialId takes nothing', async () => {
    const { body } = await call('DELETE', `/folders/${folderId}/materials/${id}`, { token });
    expect([body.studyMaterials, body.studyMaterialCount]).toEqual([[], 0]);
  });
  await step('§7 Study materials and folders: DELETE /folders/:id and DELETE /study-materials/:id take nothing', async () => {
    expect((await call('DELETE', `/folders/${folderId}`, { token })).body).toEqual({ _id: folderId });
    expect((await call('DELETE', `/study-materials/${id}`, { token })).body).toEqual({ _id: id });
    expect((await call('GET', '/study-materials', { token })).body).toEqual([]);
  });
});

test('the calls about the subscription', async () => {
  const { token } = await newLearner();
  await step(
    '§7 Subscription: GET /subscription/status answers subscriptionTier, subscriptionStatus, subscriptionEndDate, stripeCustomerId, stripeSubscriptionId',
    async () => {
      expect((await call('GET', '/subscription/status', { token })).body).toMatchObject({
        subscriptionTier: 'free',
        subscriptionStatus: null,
        subscriptionEndDate: null,
        stripeCustomerId: null,
        stripeSubscriptionId: null,
      });
    },
  );
  await step('§7 Subscription: GET /subscription/limits answers the limits object', async () => {
    const { body } = await call('GET', '/subscription/limits', { token });
    expect(body).toEqual({
      isPremium: false,
      studyMaterials: { current: 0, limit: 5, canCreate: true },
      folders: { current: 0, limit: 2, canCreate: true },
      flashcards: { current: 0, limit: 5, canCreate: true, canRegenerate: false, cardsPerDeck: 20 },
      quizzes: { current: 0, limit: 5, canCreate: true, questionLimit: 10, canRegenerate: false, hasWeakAreaAnalysis: false },
    });
  });
  await step('§7 Subscription: POST /subscription/create takes an empty object and answers checkoutUrl', async () => {
    const { body } = await call('POST', '/subscription/create', { token, body: {} });
    expect(new URL(body.checkoutUrl as string).protocol).toMatch(/^https?:$/);
  });
});
