import { calls, type StudyMaterial } from '@lectern/contracts';
import { answer, freeLimits, installFakeApi, learner, never, renderWithPlatform } from '@lectern/platform/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { guide, listedGuide, longGuide } from '../shared/testing';
import { GuideListScreen } from './guide-list.screen';
import { GuideScreen } from './guide.screen';

let api: ReturnType<typeof installFakeApi>;
beforeEach(() => {
  api = installFakeApi();
  api.on(calls.getLimits, freeLimits());
  api.on(calls.listFolders, []);
  api.on(calls.listMarks, []);
  api.on(calls.getReadingPlace, { place: null });
  api.on(calls.getGuideEngine, { generatedBy: 'openai:gpt-5-mini' });
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
  getSelection()?.removeAllRanges();
  api.restore();
});
const show = (at = '/study-materials/g1') =>
  renderWithPlatform(<GuideScreen />, { at, path: '/study-materials/:id', user: learner, limits: freeLimits() });
const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));
const reads = () => api.received.filter(({ method, path }) => method === 'GET' && path === '/study-materials/g1').length;
const user = () => userEvent.setup({ advanceTimers: jest.advanceTimersByTime });

const model = 'openai:gpt-5-mini';
const sectionsBy = (...names: string[]) => names.map((generatedBy, index) => ({ heading: `Section ${String(index)}`, generatedBy }));
const text = (markdownContent: string) => ({ overview: '', markdownContent });
/** A guide with three sections. The model has written the first ones. */
const growing = (made: number, change: Partial<StudyMaterial> = {}) =>
  guide({
    generatedBy: model,
    generation: { state: made < 3 ? 'running' : 'complete', asked: 3, made },
    sections: sectionsBy(...[0, 1, 2].map((index) => (index < made ? model : 'offline'))),
    processedContent: text(`## Glycolysis\n\nText ${String(made)}.`),
    ...change,
  });

describe('a guide that is being written', () => {
  const words = (made: string) =>
    `${made} written by the language model. The others are being written; until then they stand as Lectern reads them.`;
  beforeEach(() => {
    jest.useFakeTimers();
    api.on(calls.getStudyMaterial, growing(1));
  });

  test('says how far it is, and is read again until it is complete', async () => {
    show();
    expect(await screen.findByText(words('1 of 3 sections is'))).toBeVisible();
    api.on(calls.getStudyMaterial, growing(2));
    await pass(4_000);
    expect(await screen.findByText(words('2 of 3 sections are'))).toBeVisible();
    expect(screen.getByText('Text 2.')).toBeVisible();
    expect(
      screen.getByText("Made by gpt-5-mini from your material; 1 of 3 sections by Lectern's own engine.", { exact: false }),
    ).toBeVisible();
    api.on(calls.getStudyMaterial, growing(3));
    await pass(4_000);
    await waitFor(() => expect(screen.queryByText(/being written/)).not.toBeInTheDocument());
    const before = reads();
    await pass(20_000);
    expect(reads()).toBe(before);
  });

  test('is not read again while the page is hidden, words are selected, or it is edited', async () => {
    show();
    const paragraph = await screen.findByText('Text 1.');
    const before = reads();
    // jsdom lays nothing out.
    Range.prototype.getBoundingClientRect = () => new DOMRect();
    const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await pass(8_000);
    visibility.mockReturnValue('visible');
    getSelection()?.selectAllChildren(paragraph);
    await pass(8_000);
    getSelection()?.removeAllRanges();
    await user().click(screen.getByRole('button', { name: 'Edit' }));
    await pass(8_000);
    expect(reads()).toBe(before);
  });

  test('what is read stays where it is when the text above it grows', async () => {
    const scrollBy = jest.spyOn(window, 'scrollBy').mockImplementation(() => undefined);
    // Where the heading stands before and after the text above it is longer.
    jest
      .spyOn(HTMLHeadingElement.prototype, 'getBoundingClientRect')
      .mockImplementation(() => ({ top: screen.queryByText('Text 2.') ? 230 : 80 }) as DOMRect);
    show();
    await screen.findByText('Text 1.');
    api.on(calls.getStudyMaterial, growing(2));
    await pass(4_000);
    await screen.findByText('Text 2.');
    expect(scrollBy).toHaveBeenCalledTimes(1);
    expect(scrollBy).toHaveBeenCalledWith({ top: 150, behavior: 'instant' });
  });

  test('can be stopped; who made it says the rest', async () => {
    api.on(calls.stopGuideGeneration, growing(1, { generation: { state: 'stopped', asked: 3, made: 1 } }));
    show();
    await user().click(await screen.findByRole('button', { name: 'Stop' }));
    await waitFor(() => expect(screen.queryByText(/being written/)).not.toBeInTheDocument());
    expect(api.received.at(-1)).toMatchObject({ method: 'DELETE', path: '/study-materials/g1/generation' });
    expect(screen.getByText(/2 of 3 sections by Lectern's own engine/)).toBeVisible();
  });

  test('that cannot be stopped says so, and goes on', async () => {
    api.on(calls.stopGuideGeneration, answer(500, { code: 'internal' }));
    show();
    await user().click(await screen.findByRole('button', { name: 'Stop' }));
    expect(await screen.findByText('It could not be stopped. Please try again.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Stop' })).toBeEnabled();
  });

  test('shows on its card how far it is', async () => {
    api.on(calls.listStudyMaterials, [listedGuide({ generation: { state: 'running', asked: 3, made: 1 } })]);
    renderWithPlatform(<GuideListScreen />, { at: '/study-materials', user: learner, limits: freeLimits() });
    expect(await screen.findByText('1 of 3 sections')).toBeVisible();
    api.on(calls.getStudyMaterial, growing(2));
    await pass(4_000);
    expect(await screen.findByText('2 of 3 sections')).toBeVisible();
    api.on(calls.getStudyMaterial, growing(3));
    api.on(calls.listStudyMaterials, [listedGuide({ generation: { state: 'complete', asked: 3, made: 3 } })]);
    await pass(4_000);
    await waitFor(() => expect(screen.queryByText(/of 3 sections/)).not.toBeInTheDocument());
  });
});

describe('rewriting with the model', () => {
  const notice = 'The language model did not answer. Lectern made this without it. Try again later for a fuller version.';
  const plain = (change: Partial<StudyMaterial> = {}) =>
    longGuide({ notice, generation: { state: 'complete', asked: 3, made: 3 }, sections: sectionsBy('offline', 'offline'), ...change });
  const rewritten = (change: Partial<StudyMaterial> = {}) => growing(3, { processedContent: text('## New\n\nAnew.'), ...change });
  const button = () => screen.findByRole('button', { name: 'Rewrite with the model' });
  const version = { savedAt: '2025-03-05T12:00:00.000Z', edited: false, preview: '' };
  beforeEach(() => {
    api.on(calls.getStudyMaterial, plain());
    api.on(calls.listVersions, [{ ...version, version: 4, isCurrent: true }]);
  });
  const sent = () => api.received.filter(({ path }) => path === '/study-materials/g1/rewrite');

  test('the notice is shown once, with the button; the new text replaces the old one, which can be restored', async () => {
    const finish = Promise.withResolvers<StudyMaterial>();
    api.on(calls.rewriteStudyMaterial, () => finish.promise);
    api.on(calls.updateStudyMaterial, plain());
    show();
    expect(await screen.findAllByText(notice, { exact: false })).toHaveLength(1);
    await userEvent.click(await button());
    await screen.findByRole('dialog', { name: 'Rewriting Your Study Guide' });
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]?.headers['idempotency-key']).toBeTruthy();
    finish.resolve(rewritten());
    expect(await screen.findByText('Anew.')).toBeInTheDocument();
    expect(await screen.findByText('The language model has rewritten this guide.')).toBeVisible();
    expect(screen.queryByText(notice, { exact: false })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Undone. Everything is as it was.')).toBeVisible();
    expect(api.received.at(-1)).toMatchObject({ method: 'PUT', path: '/study-materials/g1', body: { version: 4 } });
  });

  test('a failure stays beside the button; the next try has the same key', async () => {
    api.on(calls.rewriteStudyMaterial, answer(500, { code: 'internal' }));
    show();
    await userEvent.click(await button());
    expect(await screen.findAllByText('The guide could not be rewritten. Please try again.')).toHaveLength(2);
    api.on(calls.rewriteStudyMaterial, never);
    await userEvent.click(await button());
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent()[0]?.headers['idempotency-key']).toBe(sent()[1]?.headers['idempotency-key']);
  });

  test('when the model does not answer again, that is said, and nothing is undone', async () => {
    api.on(calls.rewriteStudyMaterial, plain());
    show();
    await userEvent.click(await button());
    await waitFor(() => expect(screen.getAllByText(notice, { exact: false })).toHaveLength(2));
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  });

  test('undoing one that still runs stops it first', async () => {
    api.on(calls.rewriteStudyMaterial, growing(1));
    api.on(calls.stopGuideGeneration, growing(1, { generation: { state: 'stopped', asked: 3, made: 1 } }));
    api.on(calls.updateStudyMaterial, plain());
    show();
    await userEvent.click(await button());
    expect(await screen.findByText('The language model is rewriting this guide.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('Undone. Everything is as it was.');
    expect(api.received.filter(({ method }) => method !== 'GET').map(({ method }) => method)).toEqual(['POST', 'DELETE', 'PUT']);
  });

  const menuOf = async () => {
    await userEvent.click(await screen.findByRole('button', { name: /^Options for/ }));
    await screen.findByRole('menuitem', { name: 'Print' });
    return screen.queryByRole('menuitem', { name: 'Rewrite with the model' });
  };

  test('one’s own version asks first', async () => {
    api.on(calls.getStudyMaterial, plain({ edited: true }));
    api.on(calls.rewriteStudyMaterial, never);
    show();
    await screen.findByText('Your own version.');
    await waitFor(() => expect(api.received.some(({ path }) => path.endsWith('/engine'))).toBe(true));
    fireEvent.click((await menuOf()) as HTMLElement);
    const question = within(await screen.findByRole('alertdialog', { name: 'Rewrite this guide?' }));
    expect(sent()).toHaveLength(0);
    await userEvent.click(question.getByRole('button', { name: 'Rewrite' }));
    await waitFor(() => expect(sent()).toHaveLength(1));
  });

  test.each<[string, Partial<StudyMaterial>, string, boolean]>([
    ['of Lectern itself', { notice: undefined }, model, true],
    ['with a section of Lectern', { generatedBy: model, sections: sectionsBy(model, 'offline') }, model, true],
    ['of the model alone', { generatedBy: model, sections: sectionsBy(model, model), notice: undefined }, model, false],
    ['that is being written', { generation: { state: 'running', asked: 3, made: 1 } }, model, false],
    ['without a model', {}, 'offline', false],
    ['of an older service', { generation: undefined }, model, false],
  ])('a guide %s', async (_name, change, engine, isOffered) => {
    api.on(calls.getStudyMaterial, plain(change));
    api.on(calls.getGuideEngine, { generatedBy: engine });
    show();
    await screen.findByRole('heading', { level: 1, name: 'Cell respiration' });
    await waitFor(() => expect(api.received.some(({ path }) => path.endsWith('/engine'))).toBe(true));
    await act(async () => undefined);
    expect((await menuOf()) !== null).toBe(isOffered);
  });
});
