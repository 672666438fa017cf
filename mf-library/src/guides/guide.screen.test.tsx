import { calls, type Omission } from '@lectern/contracts';
import { answer, aSourcePage, freeLimits, installFakeApi, learner, never, renderWithPlatform } from '@lectern/platform/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { media } from '@lectern/ui';
import { folder, folderOf, guide, longGuide, quoted, unbroken } from '../shared/testing';
import { GuideScreen } from './guide.screen';

let api: ReturnType<typeof installFakeApi>;
beforeEach(() => {
  // jsdom does not scroll.
  Element.prototype.scrollIntoView = jest.fn();
  api = installFakeApi();
  api.on(calls.getLimits, freeLimits());
  api.on(calls.listFolders, []);
  api.on(calls.listMastery, []);
});
afterEach(() => {
  api.restore();
  jest.restoreAllMocks();
  location.hash = '';
});
const show = (at = '/study-materials/g1', limits = freeLimits()) =>
  renderWithPlatform(<GuideScreen />, { at, path: '/study-materials/:id', user: learner, limits });
const broken = answer(500, { code: 'internal', requestId: 'r' });
/** A window of 1200 px and more: contents and source stand beside the text. */
const wide = () => {
  const plain = matchMedia;
  jest.spyOn(globalThis, 'matchMedia').mockImplementation((media) => ({ ...plain(media), matches: media.includes('min-width: 1200px') }));
};
const references = (name: string) => screen.findAllByRole('button', { name });

describe('a study guide', () => {
  it("§2 Study guide detail: title, 'Created on' date, and the body without the first top-level heading and the horizontal rules", async () => {
    api.on(calls.getStudyMaterial, guide());
    show();
    expect(await screen.findByRole('heading', { level: 1, name: 'Cell respiration' })).toBeVisible();
    expect(screen.getByText('Created on Mar 5, 2025')).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Glycolysis' })).toBeVisible();
    expect(screen.getAllByRole('heading', { name: 'Cell respiration' })).toHaveLength(1);
    expect(screen.queryByRole('separator')).not.toBeInTheDocument();
    expect(api.received.find(({ path }) => path === '/study-materials/g1')).toMatchObject({
      method: 'GET',
      headers: { 'x-auth-token': 'test-token' },
    });
    expect(document.title).toContain('Cell respiration');
  });

  it("§2 Study guide detail: the breadcrumb is 'Study Materials', and Back leads to the list", async () => {
    api.on(calls.getStudyMaterial, guide());
    show();
    const crumbs = within(await screen.findByRole('navigation', { name: 'Breadcrumb' }));
    expect(crumbs.getByRole('link', { name: 'Study Materials' })).toHaveAttribute('href', '/study-materials');
    await userEvent.click(await screen.findByRole('button', { name: 'Back' }));
    expect(screen.getByTestId('location')).toHaveTextContent(/^\/study-materials$/);
  });

  it("§2 Study guide detail: opened from a folder the breadcrumb is 'Folders' > folder name, and Back leads there", async () => {
    api.on(calls.getStudyMaterial, guide());
    api.on(calls.getFolder, folderOf([]));
    show('/study-materials/g1?folder=f1');
    expect(await screen.findByRole('link', { name: 'Biology' })).toHaveAttribute('href', '/folders/f1');
    const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumb' }));
    expect(crumbs.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Folders', 'Biology']);
    expect(crumbs.getByRole('link', { name: 'Folders' })).toHaveAttribute('href', '/folders');
    await userEvent.click(await screen.findByRole('button', { name: 'Back' }));
    expect(screen.getByTestId('location')).toHaveTextContent(/^\/folders\/f1$/);
  });

  it('§2 Study guide detail: content comes from the nested processed markdown content', async () => {
    const processedContent = { overview: '', markdownContent: 'Plain words', processedContent: { markdownContent: 'Nested words' } };
    api.on(calls.getStudyMaterial, guide({ processedContent }));
    show();
    expect(await screen.findByText('Nested words')).toBeVisible();
    expect(screen.queryByText('Plain words')).not.toBeInTheDocument();
  });

  it('§2 Study guide detail: or else from the plain markdown content', async () => {
    api.on(
      calls.getStudyMaterial,
      guide({ processedContent: { overview: '', markdownContent: 'Plain words', processedContent: { markdownContent: '' } } }),
    );
    show();
    expect(await screen.findByText('Plain words')).toBeVisible();
  });

  it('§2 Study guide detail: tables scroll horizontally', async () => {
    api.on(calls.getStudyMaterial, longGuide());
    show();
    const table = await screen.findByRole('group', { name: 'Table' });
    expect(getComputedStyle(table).overflowX).toBe('auto');
    expect(within(table).getByRole('columnheader', { name: 'Stage' })).toBeVisible();
  });

  it('§2 Study guide detail: a spinner (a skeleton that says so) while loading', () => {
    api.on(calls.getStudyMaterial, never);
    show();
    expect(screen.getByText('Loading study guide')).toBeInTheDocument();
  });

  it("§2 Study guide detail: 'Error loading study guide. Please try again.', with another try", async () => {
    api.on(calls.getStudyMaterial, broken);
    show();
    expect(await screen.findByText('Error loading study guide. Please try again.')).toBeVisible();
    api.on(calls.getStudyMaterial, guide());
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('It splits glucose.')).toBeVisible();
  });

  it("§2 Study guide detail: 'Study guide not found.' with a link to the list", async () => {
    api.on(calls.getStudyMaterial, answer(404, { msg: 'No such guide.', code: 'not_found', requestId: 'r' }));
    show();
    expect(await screen.findByRole('heading', { level: 1, name: 'Study guide not found.' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to study guides' })).toHaveAttribute('href', '/study-materials');
  });

  it("§2 Study guide detail: 'No content available.' when empty", async () => {
    api.on(calls.getStudyMaterial, guide({ processedContent: { overview: '', markdownContent: ' ' } }));
    show();
    expect(await screen.findByText('No content available.')).toBeVisible();
  });

  it('§8 Study guide detail: an error with upgradeRequired opens the upgrade modal and is not shown in the page', async () => {
    api.on(
      calls.getStudyMaterial,
      answer(403, { msg: 'Not on this plan.', code: 'premium_required', upgradeRequired: true, requestId: 'r' }),
    );
    show();
    expect(await screen.findByRole('dialog', { name: 'Upgrade to Premium' })).toBeVisible();
    expect(screen.queryByText('Error loading study guide. Please try again.')).not.toBeInTheDocument();
  });
});

describe('reading', () => {
  it('the table of contents links to the sections; a panel in narrow windows, which leads to the heading', async () => {
    api.on(calls.getStudyMaterial, longGuide());
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Contents' }));
    const contents = within(await screen.findByRole('dialog', { name: 'Contents' }));
    const links = contents.getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Key terms', '#section-key-terms'],
      ['Topics', '#section-topics'],
      ['Glycolysis', '#section-glycolysis'],
      ['The electron transport chain', '#section-the-electron-transport-chain'],
      ['Review questions', '#section-review-questions'],
    ]);
    for (const link of links) expect(document.getElementById(link.getAttribute('href')!.slice(1))).toHaveTextContent(link.textContent);
    await userEvent.click(links[2]!);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(document.getElementById('section-glycolysis')).toHaveFocus());
    await userEvent.click(screen.getByRole('button', { name: 'Contents' }));
    await screen.findByRole('dialog', { name: 'Contents' });
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Contents' })).toHaveFocus());
  });

  it('in wide windows the table of contents stands beside the text, and the current section is marked', async () => {
    wide();
    api.on(calls.getStudyMaterial, longGuide());
    show();
    const contents = within(await screen.findByRole('navigation', { name: 'Contents' }));
    const tops: Record<string, number> = {
      'section-key-terms': -600,
      'section-topics': -200,
      'section-glycolysis': 90,
      'section-the-electron-transport-chain': 400,
      'section-review-questions': 900,
    };
    jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      return { top: tops[this.id] ?? 0 } as DOMRect;
    });
    fireEvent.scroll(window);
    await waitFor(() => expect(contents.getByRole('link', { current: 'location' })).toHaveTextContent('Glycolysis'));
    tops['section-the-electron-transport-chain'] = 100;
    fireEvent.scroll(window);
    await waitFor(() => expect(contents.getByRole('link', { current: 'location' })).toHaveTextContent('The electron transport chain'));
  });

  it('an address with a fragment opens at that section', async () => {
    const goTo = jest.fn();
    Element.prototype.scrollIntoView = goTo;
    location.hash = '#section-topics';
    api.on(calls.getStudyMaterial, longGuide());
    show();
    await waitFor(() => expect(goTo).toHaveBeenCalledTimes(1));
    expect(goTo.mock.contexts[0]).toBe(document.getElementById('section-topics'));
  });

  it('a guide of one section has no table of contents', async () => {
    api.on(calls.getStudyMaterial, guide());
    show();
    await screen.findByText('It splits glucose.');
    expect(screen.queryByRole('navigation', { name: 'Contents' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Contents' })).not.toBeInTheDocument();
  });

  it('key terms are a definition list', async () => {
    api.on(calls.getStudyMaterial, longGuide());
    show();
    const terms = await screen.findAllByRole('term');
    expect(terms.map(({ textContent }) => textContent)).toEqual(['Glycolysis', 'ATP']);
    const [meaning] = screen.getAllByRole('definition');
    expect(meaning).toHaveTextContent(/^the splitting of glucose into two molecules of pyruvate/);
    expect(within(meaning!).getByRole('button', { name: 'Source: slide 2' })).toBeVisible();
    expect(terms[0]?.closest('dl')).toBeInTheDocument();
  });

  it.each([
    ['a list of other points', '## Points\n\n- **One** thing\n- Another'],
    ['a list further down', '## Points\n\nWords first.\n\n- **One**: thing\n- **Two**: things'],
    ['a numbered list', '## Points\n\n1. **One**: thing\n2. **Two**: things'],
  ])('%s stays a list', async (_name, markdownContent) => {
    api.on(calls.getStudyMaterial, guide({ processedContent: { overview: '', markdownContent } }));
    show();
    await screen.findByRole('heading', { name: 'Points' });
    expect(screen.queryByRole('term')).not.toBeInTheDocument();
    expect(screen.getAllByRole('listitem').length).toBeGreaterThanOrEqual(2);
  });

  it('answers of review questions are folded, and other numbered points are not', async () => {
    const markdownContent =
      '## Review questions\n\n1. What is ATP? *A carrier of energy.* [2](#slide-2)\n2. What is NADH? *A coenzyme.*\n3. Wash *both* hands';
    api.on(calls.getStudyMaterial, guide({ processedContent: { overview: '', markdownContent } }));
    show();
    const answers = (await screen.findAllByText(/^A /)).map((answer) => answer.closest('details'));
    expect(answers.map((answer) => answer?.open)).toEqual([false, false]);
    expect(answers.map((answer) => answer?.querySelector('summary')?.textContent.trim())).toEqual(['What is ATP?', 'What is NADH?']);
    expect(screen.getByText('both').closest('details')).toBeNull();
  });

  it('a colon within the bold term reads the same', async () => {
    api.on(
      calls.getStudyMaterial,
      guide({ processedContent: { overview: '', markdownContent: '## Begriffe\n\n- **ATP:** Energie\n- **ADP:** ohne' } }),
    );
    show();
    expect((await screen.findAllByRole('term')).map(({ textContent }) => textContent)).toEqual(['ATP', 'ADP']);
    expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['Energie', 'ohne']);
  });

  it.each([
    ['over the page', () => undefined],
    ['beside the page', wide],
  ])('a reference opens its passages in a panel (%s); Escape closes it, and focus returns to the reference', async (_name, arrange) => {
    arrange();
    api.on(calls.getStudyMaterial, longGuide());
    show();
    const [first] = await references('Source: slide 2');
    act(() => {
      first!.focus();
    });
    await userEvent.keyboard('{Enter}');
    const panel = await screen.findByRole('dialog', { name: 'Source: slide 2' });
    await waitFor(() => expect(panel).toHaveFocus());
    expect(panel).toHaveTextContent('Glycolysis: the splitting of glucose into two molecules of pyruvate');
    // Another statement cites the slide's notes.
    expect(panel).not.toHaveTextContent('Remind them');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(first).toHaveFocus();
  });

  it('beside the page another reference changes the panel and moves the focus there', async () => {
    wide();
    api.on(calls.getStudyMaterial, longGuide());
    show();
    await userEvent.click((await references('Source: slide 2'))[0]!);
    await screen.findByRole('dialog', { name: 'Source: slide 2' });
    const other = screen.getAllByRole('button', { name: 'Source: slide 5' })[0]!;
    await userEvent.click(other);
    expect(await screen.findByRole('dialog', { name: 'Source: slide 5' })).toHaveFocus();
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(other).toHaveFocus());
  });

  it('the panel shows the slide itself with the quoted lines marked, and its pictures where there is no slide', async () => {
    api.on(calls.getStudyMaterial, longGuide());
    api.on(calls.listPages, ({ query }: { query: Record<string, unknown> }) => (query['slide'] === 2 ? [aSourcePage(2)] : []));
    show();
    await userEvent.click((await references('Source: slide 2'))[0]!);
    const panel = within(await screen.findByRole('dialog', { name: 'Source: slide 2' }));
    expect(await panel.findByRole('button', { name: 'Enlarge: Slide 2' })).toBeVisible();
    expect(panel.getByRole('img')).toHaveAttribute('alt', 'The text of slide 2');
    expect(document.querySelectorAll('img + span')).toHaveLength(1);
    await userEvent.click(panel.getByRole('button', { name: 'Next source' }));
    await waitFor(() => expect(panel.queryByRole('img')).not.toBeInTheDocument());
  });

  it('steps through the sources in the order of the material', async () => {
    api.on(calls.getStudyMaterial, longGuide());
    show();
    await userEvent.click((await references('Source: slide 5'))[0]!);
    const panel = await screen.findByRole('dialog');
    const next = within(panel).getByRole('button', { name: 'Next source' });
    await userEvent.click(next);
    expect(panel).toHaveAccessibleName('Source: slide 6');
    expect(panel).toHaveTextContent('TableGlycolysis | Cytosol | 2');
    expect(next).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(next);
    expect(panel).toHaveAccessibleName('Source: slide 6');
    expect(next).toHaveFocus();
    for (let step = 0; step < 4; step += 1) await userEvent.click(within(panel).getByRole('button', { name: 'Previous source' }));
    expect(panel).toHaveAccessibleName('Source: slide 2');
  });

  it('shows the whole slide in the panel: its list, its table, and what the guide cites marked', async () => {
    const at = (part: 'body' | 'table', paragraph: number) => ({ kind: 'slide' as const, slide: 2, part, paragraph });
    api.on(
      calls.getStudyMaterial,
      guide({
        processedContent: { overview: '', markdownContent: 'It needs no oxygen. [2](#slide-2)' },
        sources: [{ pointer: at('body', 2), quote: 'It needs no oxygen.' }],
      }),
    );
    api.on(calls.listPassages, [
      { pointer: at('body', 1), kind: 'title', level: 0, text: 'Glycolysis' },
      { pointer: at('body', 2), kind: 'bullet', level: 0, text: 'It happens in the cytosol. It needs no oxygen.' },
      { pointer: at('table', 1), kind: 'row', level: 0, text: 'Stage | ATP', cells: ['Stage', 'ATP'], table: 1, row: 0 },
      { pointer: at('table', 2), kind: 'row', level: 0, text: 'Glycolysis | 2', cells: ['Glycolysis', '2'], table: 1, row: 1 },
    ]);
    show();
    await userEvent.click((await references('Source: slide 2'))[0]!);
    const panel = await screen.findByRole('dialog', { name: 'Source: slide 2' });
    expect(await within(panel).findByRole('columnheader', { name: 'ATP' })).toBeVisible();
    expect(within(panel).getByText('It needs no oxygen.', { selector: 'mark' })).toBeVisible();
    expect(within(panel).getByRole('listitem')).toHaveTextContent('It happens in the cytosol. It needs no oxygen.');
    expect(within(panel).getByText('Glycolysis', { selector: 'p' })).toBeVisible();
  });

  it('paragraphs of pasted text are sources too, and one without a passage says so', async () => {
    api.on(
      calls.getStudyMaterial,
      guide({
        processedContent: { overview: '', markdownContent: 'One. [¶3](#paragraph-3) Two. [¶9](#paragraph-9)' },
        sources: [{ pointer: { kind: 'text', paragraph: 3 }, quote: 'What was typed' }],
      }),
    );
    show();
    const [mark] = await references('Source: paragraph 3');
    expect(mark).toHaveTextContent('¶3');
    await userEvent.click(mark!);
    expect(await screen.findByRole('dialog', { name: 'Source: paragraph 3' })).toHaveTextContent('What was typed');
    await userEvent.keyboard('{Escape}');
    await userEvent.click((await references('Source: paragraph 9'))[0]!);
    expect(await screen.findByRole('dialog', { name: 'Source: paragraph 9' })).toHaveTextContent(
      'The guide has no passage from paragraph 9.',
    );
  });

  it('the first reference stays on the line of its statement, further ones may wrap, and those of a table are labelled as its source', async () => {
    api.on(
      calls.getStudyMaterial,
      guide({ processedContent: { overview: '', markdownContent: 'It splits sugar. [2](#slide-2) [3](#slide-3) Two.\n\n[4](#slide-4)' } }),
    );
    show();
    const [first] = await references('Source: slide 2');
    const kept = first?.closest('.kept');
    expect(kept?.firstChild).toHaveTextContent(/^sugar\.$/);
    expect(kept?.querySelectorAll('button')).toHaveLength(1);
    expect(kept?.nextSibling?.nextSibling?.nodeName).toBe('WBR');
    expect((await references('Source: slide 3'))[0]).toBeVisible();
    expect(first?.closest('p')).toHaveTextContent(/^It splits sugar\..*Two\.$/);
    expect((await references('Source: slide 4'))[0]?.closest('p')).toHaveClass('marks');
    expect(first?.closest('p')).not.toHaveClass('marks');
  });

  it('of references that read the same the first is shown, and a long name keeps its number', async () => {
    const markdownContent = [
      'It splits sugar. [p. 2](#paragraph-7) [p. 2](#paragraph-8) [p. 3](#paragraph-9) [p. 3](#paragraph-10)',
      'It ends. [Glycolysis in muscle ¶ 4](#paragraph-11)',
    ].join('\n\n');
    api.on(calls.getStudyMaterial, guide({ processedContent: { overview: '', markdownContent } }));
    show();
    await references('Source: page 2');
    const [splits, ends] = document.querySelectorAll('[data-guide-text] p');
    const labels = [...(splits?.querySelectorAll('[aria-hidden]') ?? [])].filter((label) => !label.closest('[hidden]'));
    expect(labels.map((label) => label.textContent)).toEqual(['p. 2', 'p. 3']);
    expect(splits?.querySelectorAll('[hidden] button')).toHaveLength(2);
    expect(ends?.querySelector('.name')).toHaveTextContent('Glycolysis in muscle');
    expect(ends?.querySelector('[aria-hidden]')).toHaveTextContent('Glycolysis in muscle ¶ 4');
  });

  it('shows the limitation of the engine, and its name', async () => {
    api.on(calls.getStudyMaterial, longGuide({ limitation: 'Little of this material fits IRAC.' }));
    show();
    expect(await screen.findByText("Made by Lectern's own engine from your material. Little of this material fits IRAC.")).toBeVisible();
  });
});

describe('on a phone', () => {
  beforeEach(() => {
    const plain = matchMedia;
    jest.spyOn(globalThis, 'matchMedia').mockImplementation((query) => ({ ...plain(query), matches: query === media.small }));
  });

  it('one link leads back, named as the folder', async () => {
    api.on(calls.getStudyMaterial, guide());
    api.on(calls.getFolder, folderOf([]));
    show('/study-materials/g1?folder=f1');
    expect(await screen.findByRole('link', { name: 'Biology' })).toHaveAttribute('href', '/folders/f1');
    expect(screen.queryByRole('link', { name: 'Folders' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Back' })).not.toBeInTheDocument();
  });

  it('the less frequent actions are in a menu', async () => {
    api.on(calls.getStudyMaterial, guide({ folderId: 'f1' }));
    api.on(calls.listFolders, [folder({ name: unbroken })]);
    api.on(calls.removeFromFolder, folder());
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Options for Cell respiration' }));
    await waitFor(() =>
      expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
        'Make cards',
        `Remove from ${unbroken}`,
        'Ask a question',
        'Edit',
        'Share',
        'Highlights',
        'Pick what to ask',
        'Export',
        'Copy as Markdown',
        'Print',
      ]),
    );
    await userEvent.click(screen.getByRole('menuitem', { name: `Remove from ${unbroken}` }));
    await userEvent.click(await screen.findByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Removed from folder successfully')).toBeInTheDocument();
  });
});

describe('the actions of a guide', () => {
  it('leads to the forms for a quiz and for cards', async () => {
    api.on(calls.getStudyMaterial, guide());
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Quiz me' }));
    expect(screen.getByTestId('location')).toHaveTextContent('/quizzes/new?material=g1');
  });

  it('leads to a study session', async () => {
    api.on(calls.getStudyMaterial, guide());
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Study' }));
    expect(screen.getByTestId('location')).toHaveTextContent('/review?studyMaterialId=g1&minutes=10');
  });

  it('cards, too', async () => {
    api.on(calls.getStudyMaterial, guide());
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Make cards' }));
    expect(screen.getByTestId('location')).toHaveTextContent('/quizzes/new?kind=deck&material=g1');
  });

  it.each([
    ['Quiz me', { quizzes: { ...freeLimits().quizzes, current: 5 } }],
    ['Make cards', { flashcards: { ...freeLimits().flashcards, current: 5 } }],
  ])('§5 Study guide detail: at the limit %s opens the upgrade modal instead', async (name, change) => {
    api.on(calls.getStudyMaterial, guide());
    show('/study-materials/g1', freeLimits(change));
    await userEvent.click(await screen.findByRole('button', { name }));
    expect(await screen.findByRole('dialog', { name: 'Upgrade to Premium' })).toBeVisible();
    expect(screen.getByTestId('location')).toHaveTextContent('/study-materials/g1');
  });

  it("§8 Study guide detail: a menu of folders adds it, 'Added to folder successfully', and it can be undone", async () => {
    api.on(calls.getStudyMaterial, guide());
    api.on(calls.listFolders, [folder(), folder({ _id: 'f2' })]);
    api.on(calls.addToFolder, folder({ studyMaterials: ['g1'], studyMaterialCount: 1 }));
    api.on(calls.removeFromFolder, folder());
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Options for Cell respiration' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Add to Folder' }));
    // Folders may share a name.
    expect(await screen.findAllByRole('menuitem', { name: 'Biology' })).toHaveLength(2);
    await userEvent.click(screen.getAllByRole('menuitem', { name: 'Biology' })[0]!);
    expect(await screen.findByText('Added to folder successfully')).toBeInTheDocument();
    expect(api.received.find(({ method }) => method === 'POST')).toMatchObject({
      path: '/folders/f1/materials',
      body: { materialId: 'g1' },
    });
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Removed from folder successfully')).toBeInTheDocument();
  });

  it('without folders the menu links to the folders page', async () => {
    api.on(calls.getStudyMaterial, guide());
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Options for Cell respiration' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Add to Folder' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'No folders yet. Create one' }));
    await waitFor(() => expect(screen.getByTestId('location')).toHaveTextContent(/^\/folders$/));
  });

  it('copies the markdown with its references as plain words', async () => {
    const user = userEvent.setup();
    api.on(
      calls.getStudyMaterial,
      guide({ processedContent: { overview: '', markdownContent: '## Glycolysis\n\nIt splits glucose. [4](#slide-4)' } }),
    );
    show();
    await user.click(await screen.findByRole('button', { name: 'Options for Cell respiration' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Copy as Markdown' }));
    expect(await screen.findByText('Copied as Markdown')).toBeInTheDocument();
    expect(await navigator.clipboard.readText()).toBe('## Glycolysis\n\nIt splits glucose. (slide 4)');
  });

  it('says when the browser does not allow copying', async () => {
    const user = userEvent.setup();
    jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'));
    api.on(calls.getStudyMaterial, guide());
    show();
    await user.click(await screen.findByRole('button', { name: 'Options for Cell respiration' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Copy as Markdown' }));
    expect(await screen.findByText('The browser did not allow copying.')).toBeInTheDocument();
  });

  it('prints', async () => {
    const print = jest.fn();
    window.print = print;
    api.on(calls.getStudyMaterial, guide());
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Options for Cell respiration' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Print' }));
    expect(print).toHaveBeenCalledTimes(1);
  });
});

describe('lines that the guide leaves out', () => {
  const line = (text: string, slide: number, reason: Omission['reason']): Omission => ({
    text,
    pointer: { kind: 'slide', slide, part: 'notes', paragraph: 1 },
    reason,
  });
  const omitted = [
    line('Ann Miller', 1, 'credit'),
    line('CC BY 4.0', 1, 'footer'),
    line('CC BY 4.0', 2, 'footer'),
    line('CC BY 4.0', 3, 'footer'),
  ];

  const restored = () => api.received.find(({ path }) => path.endsWith('/restore'))?.body;

  it('are listed folded, a repeated line once, and are put back by a click', async () => {
    api.on(calls.getStudyMaterial, guide({ omitted }));
    const rest = guide({ omitted: omitted.slice(1), processedContent: { overview: '', markdownContent: '# Cells\n\n- Ann Miller' } });
    api.on(calls.restoreLines, rest);
    show();
    const summary = await screen.findByText('Left out: 4 lines from 3 slides');
    expect(screen.getByText('CC BY 4.0')).not.toBeVisible();
    await userEvent.click(summary);
    expect(screen.getAllByText('CC BY 4.0')).toHaveLength(1);
    expect(screen.getByText('Slide 1 and 2 other places · repeated line')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Put back: Ann Miller' }));
    expect(await screen.findByText('Left out: 3 lines from 3 slides')).toBeVisible();
    expect(restored()).toEqual({ lines: [0], of: 4 });
  });

  it('are all put back at once', async () => {
    api.on(calls.getStudyMaterial, guide({ omitted }));
    api.on(calls.restoreLines, guide({ omitted: [] }));
    show();
    await userEvent.click(await screen.findByText(/^Left out/));
    await userEvent.click(screen.getByRole('button', { name: 'Put all back' }));
    await waitFor(() => {
      expect(screen.queryByText(/^Left out/)).toBeNull();
    });
    expect(restored()).toEqual({ lines: [0, 1, 2, 3], of: 4 });
  });
});

describe('slides with only pictures', () => {
  const heart = { slide: 4, title: 'The heart', description: 'A heart cut open' };
  const box = () => screen.findByRole('complementary', { name: 'Slides with only pictures' });

  it('are named at the end of the guide, with titles and descriptions', async () => {
    api.on(calls.getStudyMaterial, guide({ pictureSlides: [heart, { slide: 9, title: 'Edema' }, { slide: 12, title: '' }] }));
    show();
    const named = await box();
    expect(named).toHaveTextContent('Slides 4, 9 and 12 have only pictures. Lectern cannot read pictures, so look at them in your deck.');
    expect(
      within(named)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Slide 4: The heart · A heart cut open', 'Slide 9: Edema', 'Slide 12']);
  });

  it('that follow each other are named as a range', async () => {
    const numbers = [1, 2, 6, 7, 8, 21];
    api.on(calls.getStudyMaterial, guide({ pictureSlides: numbers.map((slide) => ({ slide, title: 'Deadlock' })) }));
    show();
    expect(await box()).toHaveTextContent(/^Slides 1, 2, 6 to 8 and 21 have only pictures/);
  });

  it('one is described in the singular, none is not mentioned', async () => {
    api.on(calls.getStudyMaterial, guide({ pictureSlides: [heart] }));
    const { unmount } = show();
    expect(await box()).toHaveTextContent('Slide 4 has only pictures. Lectern cannot read pictures, so look at it in your deck.');
    unmount();
    api.on(calls.getStudyMaterial, guide({ _id: 'g2' }));
    show('/study-materials/g2');
    expect(await screen.findByText(/^Made by/)).toBeVisible();
    expect(screen.queryByRole('complementary')).not.toBeInTheDocument();
  });
});

describe('pictures', () => {
  const id = `${'a'.repeat(32)}-4`;
  const heart = { id, slide: 4, alt: 'A heart cut open', width: 800, height: 600, url: 'http://localhost:8080/heart' };
  const withPicture = (markdownContent = `# Heart\n\nIt pumps. [4](#slide-4)\n\n![A heart cut open](picture:${id})\n`) =>
    guide({ pictures: [heart], processedContent: { overview: '', markdownContent }, sources: [quoted(4, 'It pumps.')] });
  const image = (name = heart.alt) => screen.findByRole('img', { name });

  it('stand at their topic with a caption, and are enlarged by a click', async () => {
    api.on(calls.getStudyMaterial, withPicture());
    show();
    expect(await image()).toHaveAttribute('src', heart.url);
    expect(screen.getByRole('figure')).toHaveTextContent(heart.alt);
    await userEvent.click(screen.getByRole('button', { name: `Enlarge: ${heart.alt}` }));
    expect(await screen.findByRole('dialog', { name: heart.alt })).toBeVisible();
  });

  it('of one slide with the same words have one caption, under the last', async () => {
    const second = { ...heart, id: `${'b'.repeat(32)}-4`, url: 'http://localhost:8080/second' };
    const third = { ...heart, id: `${'c'.repeat(32)}-4`, alt: 'A valve' };
    const pictures = [heart, second, third];
    const markdownContent = `# Heart\n\n${pictures.map((each) => `![${each.alt}](picture:${each.id})`).join('\n')}\n`;
    api.on(calls.getStudyMaterial, { ...withPicture(markdownContent), pictures });
    show();
    await screen.findByRole('img', { name: 'A valve' });
    expect(screen.getAllByRole('figure').map((figure) => figure.querySelector('figcaption')?.textContent)).toEqual([
      undefined,
      heart.alt,
      'A valve',
    ]);
  });

  it('get a new address when theirs has ended', async () => {
    api.on(calls.getStudyMaterial, withPicture());
    api.on(calls.listPictures, [{ ...heart, url: 'http://localhost:8080/renewed' }]);
    show();
    fireEvent.error(await image());
    await waitFor(async () => expect(await image()).toHaveAttribute('src', 'http://localhost:8080/renewed'));
  });

  it('are named when they are gone', async () => {
    api.on(calls.getStudyMaterial, withPicture());
    api.on(calls.listPictures, []);
    show();
    fireEvent.error(await image());
    expect(await screen.findByText('This picture could not be loaded: A heart cut open')).toBeVisible();
  });

  it('of a slide are beside its passages', async () => {
    api.on(calls.getStudyMaterial, withPicture('# Heart\n\nIt pumps. [4](#slide-4)\n'));
    show();
    await userEvent.click(await screen.findByRole('button', { name: /slide 4/ }));
    expect(within(await screen.findByRole('dialog', { name: 'Source: slide 4' })).getByRole('img', { name: heart.alt })).toBeVisible();
  });

  it('that the guide does not have are their words', async () => {
    api.on(calls.getStudyMaterial, withPicture(`# Heart\n\n![Of another guide](picture:${'b'.repeat(32)}-4)\n`));
    show();
    expect(await screen.findByText('Of another guide')).toBeVisible();
    expect(screen.queryByRole('img')).not.toBeInTheDocument();
  });

  it('of a slide with only pictures are shown instead of the line that it could not be read', async () => {
    const pictureSlides = [
      { slide: 4, title: 'The heart' },
      { slide: 9, title: 'Edema' },
    ];
    api.on(calls.getStudyMaterial, { ...withPicture(), pictureSlides });
    show();
    expect(await screen.findByRole('complementary', { name: 'Slides with only pictures' })).toHaveTextContent(/^Slide 9 has only pictures/);
  });

  it('of pages that were read without them are one sentence', async () => {
    const leftOutPictures = [
      {
        slide: 12,
        lastPage: 40,
        pointer: { kind: 'page' as const, page: 12, paragraph: 1, place: 61 },
        alt: '',
        reason: 'too-large' as const,
      },
    ];
    api.on(calls.getStudyMaterial, guide({ leftOutPictures }));
    show();
    const named = await screen.findByRole('complementary', { name: 'Pictures that are not shown' });
    expect(named).toHaveTextContent(/^Pictures of pages 12 to 40 were left out: reading them takes too long\.$/);
  });

  it('are listed with pages that were left out, and with the number of symbols that were', async () => {
    const unreadPages = [
      { first: 3, last: 3 },
      { first: 7, last: 9, document: 'Lecture 4.pdf' },
    ];
    api.on(calls.getStudyMaterial, guide({ unreadPages, unreadSymbols: 2 }));
    show();
    expect(await screen.findByRole('complementary', { name: 'What is not shown' })).toHaveTextContent(
      'Page 3 was left out: the fonts name other letters than they show.Pages 7 to 9 of Lecture 4.pdf were left out: the fonts name other letters than they show.2 symbols are not shown: no usual font has them.',
    );
  });

  it('that cannot be shown are listed in words', async () => {
    const leftOutPictures = [
      { slide: 3, alt: 'Doses', reason: 'format' as const },
      { slide: 5, alt: '', reason: 'damaged' as const },
    ];
    api.on(calls.getStudyMaterial, guide({ leftOutPictures }));
    show();
    const named = await screen.findByRole('complementary', { name: 'Pictures that are not shown' });
    expect(named).toHaveTextContent('2 pictures of your deck are not shown.');
    expect(
      within(named)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Slide 3: Doses · its format cannot be shown', 'Slide 5 · the file is damaged']);
  });
});

test('the text of a guide is in the language of its material', async () => {
  api.on(calls.getStudyMaterial, { ...guide(), language: 'ar' });
  show();
  await waitFor(() => expect(document.querySelector('[data-guide-text]')).toHaveAttribute('lang', 'ar'));
});
