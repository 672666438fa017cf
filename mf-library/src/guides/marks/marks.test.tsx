import { calls, type MarkWords } from '@lectern/contracts';
import { provideSlots } from '@lectern/platform';
import { answer, freeLimits, installFakeApi, learner, renderWithPlatform } from '@lectern/platform/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { longGuide, mark } from '../../shared/testing';
import { GuideScreen } from '../guide.screen';

let api: ReturnType<typeof installFakeApi>;
beforeEach(() => {
  Element.prototype.scrollIntoView = jest.fn();
  Range.prototype.getBoundingClientRect = () => new DOMRect(20, 20, 100, 20);
  api = installFakeApi();
  api.on(calls.getLimits, freeLimits());
  api.on(calls.listFolders, []);
  api.on(calls.getStudyMaterial, longGuide());
  api.on(calls.listMarks, []);
  api.on(calls.updateMark, ({ body, path }: { body: unknown; path: string }) => ({
    ...(body as MarkWords),
    _id: path.split('/').at(-1),
    isLost: false,
  }));
  api.on(calls.deleteMark, ({ path }: { path: string }) => ({ _id: path.split('/').at(-1) }));
});
afterEach(() => {
  api.restore();
});
const show = () =>
  renderWithPlatform(<GuideScreen />, { at: '/study-materials/g1', path: '/study-materials/:id', user: learner, limits: freeLimits() });
const marked = () => [...document.querySelectorAll('article mark')].map(({ textContent }) => textContent);
const sent = () => api.received.filter(({ method }) => method === 'PUT').map(({ body }) => body);
const removed = () => api.received.filter(({ method }) => method === 'DELETE').map(({ path }) => path);
const select = async (from: RegExp, to: RegExp = from) => {
  const begin = (await screen.findAllByText(from)).at(-1)!;
  const end = screen.getAllByText(to).at(-1)!;
  await waitFor(() => expect(api.received.some(({ path }) => path.endsWith('/marks'))).toBe(true));
  await act(async () => {
    const range = document.createRange();
    range.setStart(begin, 0);
    range.setEnd(end, end.childNodes.length);
    getSelection()!.removeAllRanges();
    getSelection()!.addRange(range);
    document.dispatchEvent(new Event('selectionchange'));
  });
  return screen.findByRole('toolbar', { name: 'Mark the selected words' });
};

const openHighlights = async (): Promise<void> => {
  await userEvent.click(await screen.findByRole('button', { name: /^Options for/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Highlights' }));
};

test('selected words are highlighted, and kept with what stands around them', async () => {
  show();
  const bar = await select(/^Most ATP is made$/);
  await userEvent.click(within(bar).getByRole('button', { name: 'Highlight, green' }));
  await waitFor(() => expect(marked().join('')).toBe('Most ATP is made here.'));
  expect(screen.queryByRole('toolbar')).not.toBeInTheDocument();
  expect(sent()).toEqual([
    expect.objectContaining({
      quote: 'Most ATP is made here.',
      colour: 'green',
      before: expect.stringMatching(/The electron transport chain$/),
    }),
  ]);
});

test('a selection that ends behind the guide counts up to its end', async () => {
  show();
  const begin = (await screen.findAllByText(/^Most ATP is made$/)).at(-1)!;
  await waitFor(() => expect(api.received.some(({ path }) => path.endsWith('/marks'))).toBe(true));
  const chosen = document.createRange();
  await act(async () => {
    chosen.setStart(begin, 0);
    chosen.setEnd(document.body, document.body.childNodes.length);
    getSelection()!.removeAllRanges();
    getSelection()!.addRange(chosen);
    document.dispatchEvent(new Event('selectionchange'));
  });
  await userEvent.click(within(await screen.findByRole('toolbar')).getByRole('button', { name: 'Highlight, green' }));
  await waitFor(() => expect(sent()).toEqual([expect.objectContaining({ quote: expect.stringMatching(/^Most ATP is made here\./) })]));
});

test('a highlight that is not saved goes away again, and a sentence says so', async () => {
  api.on(calls.updateMark, answer(400, { code: 'invalid' }));
  show();
  await select(/^Most ATP is made$/);
  await userEvent.keyboard('h');
  expect(await screen.findAllByText('Your highlights could not be saved. Please try again.')).not.toHaveLength(0);
  expect(marked()).toEqual([]);
});

test('a note is written to selected words, by the keyboard', async () => {
  show();
  await select(/^Most ATP is made$/);
  await userEvent.keyboard('n');
  const dialog = within(await screen.findByRole('dialog', { name: 'Note' }));
  await userEvent.type(dialog.getByLabelText('Note'), 'For the exam');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent()).toEqual([expect.objectContaining({ quote: 'Most ATP is made here.', note: 'For the exam' })]));
});

test('before the page is left the browser asks, while a typed note is not saved', async () => {
  const asks = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
  show();
  await select(/^Most ATP is made$/);
  await userEvent.keyboard('n');
  const dialog = within(await screen.findByRole('dialog', { name: 'Note' }));
  expect(asks()).toBe(false);
  await userEvent.type(dialog.getByLabelText('Note'), 'Exam');
  expect(asks()).toBe(true);
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Note' })).not.toBeInTheDocument());
  expect(asks()).toBe(false);
});

test('Escape asks before it discards a typed note', async () => {
  show();
  await select(/^Most ATP is made$/);
  await userEvent.keyboard('n');
  const note = await screen.findByLabelText('Note', { selector: 'textarea' });
  await userEvent.type(note, 'Exam{Escape}');
  const question = () => screen.findByRole('alertdialog', { name: 'Discard your changes?', hidden: true });
  fireEvent.click(within(await question()).getByText('Keep Editing'));
  expect(note).toHaveValue('Exam');
  await userEvent.type(note, '{Escape}');
  fireEvent.click(within(await question()).getByText('Discard'));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Note' })).not.toBeInTheDocument());
  expect(sent()).toEqual([]);
});

test('a mark over a reference leaves the reference as it is; Enter opens the mark, to remove it', async () => {
  api.on(calls.listMarks, [mark({ quote: 'needs no oxygen.\u202f² It yields', before: '', after: '' })]);
  show();
  await waitFor(() => expect(marked().join('').replace(/\s/g, '')).toBe('needsnooxygen.Ityields'));
  expect(screen.getAllByRole('button', { name: 'Source: slide 2' }).length).toBeGreaterThan(0);
  const [first] = document.querySelectorAll<HTMLElement>('article mark[tabindex="0"]');
  act(() => {
    first!.focus();
  });
  await userEvent.keyboard('{Enter}');
  const dialog = within(await screen.findByRole('dialog', { name: 'Highlight' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(marked()).toEqual([]));
  expect(removed()).toEqual([expect.stringMatching(/\/study-materials\/g1\/marks\/m1$/)]);
});

test('all are listed in the order of the text; those whose words are gone are apart', async () => {
  api.on(calls.listMarks, [
    mark({ _id: 'm3', quote: 'Krebs cycle', isLost: true }),
    mark({ _id: 'm2', quote: 'Most ATP', note: 'For the exam' }),
    mark(),
  ]);
  show();
  await waitFor(() => expect(marked().join('|')).toBe('needs no |oxygen|Most ATP'));
  await openHighlights();
  const panel = within(await screen.findByRole('dialog', { name: 'Highlights and notes' }));
  const entries = panel.getAllByRole('listitem');
  expect(entries.map(({ textContent }) => textContent)).toEqual([
    'needs no oxygenShowAdd a note',
    'Most ATPFor the examShowEdit',
    'Krebs cycleRemove',
  ]);
  expect(panel.getByRole('heading', { name: 'No longer in the guide' })).toBeVisible();
  await userEvent.click(within(entries[2]!).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(panel.queryByText('Krebs cycle')).not.toBeInTheDocument());
  expect(removed()).toEqual([expect.stringMatching(/\/marks\/m3$/)]);
});

test('while the highlights could not be read, none is made, and the list says so', async () => {
  api.on(calls.listMarks, answer(400, { code: 'invalid' }));
  show();
  await openHighlights();
  expect(await screen.findByText('Your highlights and notes could not be loaded.')).toBeVisible();
});

test('the same words again change the colour of their highlight', async () => {
  show();
  await userEvent.click(within(await select(/^Most ATP is made$/)).getByRole('button', { name: 'Highlight, green' }));
  await waitFor(() => expect(marked().join('')).toBe('Most ATP is made here.'));
  await userEvent.click(within(await select(/^Most ATP is made$/, /^here\.$/)).getByRole('button', { name: 'Highlight, blue' }));
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent().at(-1)).toEqual(expect.objectContaining({ quote: 'Most ATP is made here.', colour: 'blue' }));
  const ids = api.received.filter(({ method }) => method === 'PUT').map(({ path }) => path);
  expect(new Set(ids).size).toBe(1);
});

test('what another page has highlighted meanwhile stays: each call is about one mark', async () => {
  const ofOther = mark({ _id: 'other', quote: 'Krebs cycle' });
  const stored = new Map([['m1', mark()]]);
  const idOf = (path: string): string => path.split('/').at(-1) ?? '';
  api.on(calls.listMarks, () => [...stored.values()]);
  api.on(calls.updateMark, ({ body, path }: { body: unknown; path: string }) => {
    const saved = { ...(body as MarkWords), _id: idOf(path), isLost: false };
    stored.set(saved._id, saved);
    return saved;
  });
  api.on(calls.deleteMark, ({ path }: { path: string }) => {
    stored.delete(idOf(path));
    return { _id: idOf(path) };
  });
  show();
  const bar = await select(/^Most ATP is made$/);
  // The other page, after this one has read its marks.
  stored.set(ofOther._id, ofOther);
  await userEvent.click(within(bar).getByRole('button', { name: 'Highlight, green' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  await waitFor(() => expect(stored.size).toBe(3));
  expect([...stored.values()].map(({ quote }) => quote)).toEqual(['needs no oxygen', 'Krebs cycle', 'Most ATP is made here.']);
});

test('a highlight that another page has removed is gone here, too', async () => {
  api.on(calls.listMarks, [mark()]);
  api.on(calls.deleteMark, answer(404, { code: 'not_found' }));
  show();
  await waitFor(() => expect(marked().join('')).toBe('needs no oxygen'));
  const [first] = document.querySelectorAll<HTMLElement>('article mark[tabindex="0"]');
  act(() => {
    first!.focus();
  });
  await userEvent.keyboard('{Enter}');
  await userEvent.click(within(await screen.findByRole('dialog', { name: 'Highlight' })).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(marked()).toEqual([]));
  expect(screen.queryByText('Your highlights could not be saved. Please try again.')).not.toBeInTheDocument();
});

test('a formula is drawn in the guide, quoted as its source, and marked as a whole', async () => {
  api.on(calls.getStudyMaterial, {
    ...longGuide(),
    processedContent: {
      overview: 'x',
      markdownContent: '# Roots\n\n## The case \\(n=2\\)\n\nIf \\(x^2=4\\), $x$ is 2. It costs $5 to $10.\n',
    },
  });
  show();
  await waitFor(() => expect(document.querySelectorAll('article p math')).toHaveLength(2));
  expect(document.querySelector('article p')).toHaveTextContent('If x2=4, x is 2. It costs $5 to $10.');
  const bar = await select(/^If/, /^If/);
  await userEvent.click(within(bar).getByRole('button', { name: 'Highlight, green' }));
  await waitFor(() => expect(document.querySelectorAll('article p mark math')).toHaveLength(2));
  expect(sent()).toEqual([expect.objectContaining({ quote: 'If \\(x^2=4\\), $x$ is 2. It costs $5 to $10.' })]);
});

describe('selected words become', () => {
  const Fake = ({ kind, words, guideTitle }: { kind: string; words: string; guideTitle: string }) => (
    <p>{`${kind} of "${words}" from ${guideTitle}`}</p>
  );
  afterEach(() => {
    provideSlots(() => undefined);
  });

  test.each([
    ['a card, by its button', 'Make a card', 'card'],
    ['a question, by its button', 'Ask me', 'question'],
  ])('%s, in the dialog of another remote', async (_case, name, kind) => {
    provideSlots((() => Promise.resolve(Fake)) as unknown as Parameters<typeof provideSlots>[0]);
    show();
    const bar = await select(/^Most ATP is made$/);
    await userEvent.click(within(bar).getByRole('button', { name }));
    expect(await screen.findByText(`${kind} of "Most ATP is made here." from ${longGuide().title}`)).toBeInTheDocument();
    expect(screen.queryByRole('toolbar')).not.toBeInTheDocument();
    expect(sent()).toEqual([]);
  });

  test('a card by C, and a sentence says when nothing can be made', async () => {
    show();
    await select(/^Most ATP is made$/);
    await userEvent.keyboard('c');
    expect(await screen.findByText(/Cards and questions cannot be made right now/)).toBeInTheDocument();
    expect(await select(/^Most ATP is made$/)).toBeInTheDocument();
  });
});
