import { calls, type StudyMaterialVersion } from '@lectern/contracts';
import { answer, freeLimits, installFakeApi, learner, renderWithPlatform } from '@lectern/platform/testing';
import { media } from '@lectern/ui';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { guide } from '../../shared/testing';
import { GuideScreen } from '../guide.screen';

let api: ReturnType<typeof installFakeApi>;
beforeEach(() => {
  api = installFakeApi();
  api.on(calls.getLimits, freeLimits());
  api.on(calls.listFolders, []);
  api.on(calls.getStudyMaterial, guide());
});
afterEach(() => {
  api.restore();
  jest.restoreAllMocks();
});
const draftKey = 'lectern.learner.guide-draft.g1';
const show = () =>
  renderWithPlatform(<GuideScreen />, { at: '/study-materials/g1', path: '/study-materials/:id', user: learner, limits: freeLimits() });
const edit = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Edit as Markdown' }));
  return screen.findByLabelText('Markdown');
};
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
const sent = () => api.received.filter(({ method }) => method === 'PUT');

test('§7 Study materials: PUT /study-materials/:id with title and content; the guide is shown as it was saved', async () => {
  api.on(calls.updateStudyMaterial, () =>
    guide({ title: 'Respiration', edited: true, processedContent: { overview: '', markdownContent: '## New heading\n\nNew text.' } }),
  );
  show();
  const field = await edit();
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
  await userEvent.clear(field);
  await userEvent.type(field, '## New heading');
  expect(await within(screen.getByRole('region', { name: 'Preview' })).findByRole('heading', { name: 'New heading' })).toBeVisible();
  await userEvent.clear(screen.getByLabelText('Title'));
  await userEvent.type(screen.getByLabelText('Title'), 'Respiration');
  await save();
  expect(await screen.findByText('Study guide saved')).toBeInTheDocument();
  expect(sent()).toMatchObject([{ path: '/study-materials/g1', body: { title: 'Respiration', content: '## New heading' } }]);
  expect(await screen.findByRole('heading', { level: 1, name: 'Respiration' })).toBeVisible();
  expect(screen.getByText('New text.')).toBeVisible();
  expect(localStorage.getItem(draftKey)).toBeNull();
});

test('what was typed survives leaving the page, and a failure stays beside the button', async () => {
  api.on(calls.updateStudyMaterial, answer(409, { msg: 'The guide was changed elsewhere.', code: 'conflict' }));
  const { unmount } = show();
  await userEvent.type(await edit(), ' more');
  await save();
  expect(await screen.findAllByText('The guide was changed elsewhere.')).toHaveLength(2);
  const kept = localStorage.getItem(draftKey);
  expect(kept).toContain(' more');
  unmount();
  show();
  localStorage.setItem(draftKey, kept ?? '');
  expect((await edit()).textContent).toMatch(/ more$/);
  expect(screen.getByText('You have unsaved changes to this guide. They are shown here.')).toBeVisible();
});

test('cancelling asks when something was changed', async () => {
  show();
  await userEvent.type(await edit(), ' more');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Discard your changes to this guide?' }));
  await userEvent.click(question.getByRole('button', { name: 'Discard' }));
  expect(await screen.findByText('It splits glucose.')).toBeVisible();
  expect(localStorage.getItem(draftKey)).toBeNull();
  await edit();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText('It splits glucose.')).toBeVisible();
  expect(sent()).toHaveLength(0);
});

test('a title is needed', async () => {
  show();
  await edit();
  await userEvent.clear(screen.getByLabelText('Title'));
  expect(screen.getByLabelText('Title')).toBeInvalid();
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
});

test('on a phone Markdown and look are behind tabs', async () => {
  const plain = matchMedia;
  jest.spyOn(globalThis, 'matchMedia').mockImplementation((query) => ({ ...plain(query), matches: query === media.small }));
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Options for Cell respiration' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Edit as Markdown' }));
  expect(await screen.findByLabelText('Markdown')).toBeVisible();
  await userEvent.click(screen.getByRole('tab', { name: 'Look' }));
  await waitFor(() => expect(screen.getByRole('region', { name: 'Preview' })).toBeVisible());
});

describe('the text as it looks', () => {
  // The test environment has no layout.
  beforeAll(() => {
    Object.assign(Range.prototype, { getClientRects: () => [], getBoundingClientRect: () => new DOMRect() });
  });

  const text = '## Glycolysis\n\nIt splits glucose. [2](#slide-2)\n\n| Stage | Place |\n|---|:--|\n| One | Cytosol |\n';
  const openText = async () => {
    api.on(calls.getStudyMaterial, guide({ processedContent: { overview: '', markdownContent: text } }));
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
    return screen.findByRole('textbox', { name: 'Text' });
  };
  const tool = (name: string) => screen.getByRole('button', { name });

  test('shows structure and citations, and tells that it has several lines', async () => {
    const field = within(await openText());
    expect(await screen.findByRole('textbox', { name: 'Text' })).toHaveAttribute('aria-multiline', 'true');
    expect(field.getByRole('heading', { level: 2, name: 'Glycolysis' })).toBeInTheDocument();
    expect(field.getByRole('img', { name: 'Source: slide 2' })).toHaveTextContent('2');
    expect(field.getByRole('columnheader', { name: 'Place' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
  });

  test('the toolbar changes the block with the cursor, and what is undone needs no saving', async () => {
    await openText();
    await userEvent.click(tool('Subheading'));
    expect(tool('Subheading')).toHaveAttribute('aria-pressed', 'true');
    expect(tool('Heading')).toHaveAttribute('aria-pressed', 'false');
    expect(localStorage.getItem(draftKey)).toContain('### Glycolysis');
    api.on(calls.updateStudyMaterial, () => guide());
    await userEvent.click(tool('Undo'));
    expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
    await userEvent.click(tool('Redo'));
    await save();
    await waitFor(() => expect(sent()).toMatchObject([{ body: { content: text.replace('## ', '### ') } }]));
  });

  test('the toolbar has one tab stop, and the arrow keys move in it', async () => {
    await openText();
    const buttons = within(screen.getByRole('toolbar', { name: 'Formatting' })).getAllByRole('button');
    expect(buttons.filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
    act(() => {
      tool('Undo').focus();
    });
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    expect(tool('Bold')).toHaveFocus();
    await userEvent.keyboard('{End}');
    expect(tool('Insert table')).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}');
    expect(tool('Undo')).toHaveFocus();
    expect(tool('Undo')).toHaveAttribute('aria-disabled', 'true');
  });

  test('what was changed as Markdown is in the text, and the other way round', async () => {
    await openText();
    await userEvent.click(tool('Heading'));
    await userEvent.click(tool('Edit as Markdown'));
    const field = await screen.findByLabelText('Markdown');
    expect(field).toHaveValue(text.replace('## ', ''));
    await userEvent.type(field, '{enter}> A quote');
    await userEvent.click(tool('Edit as formatted text'));
    expect(
      within(await screen.findByRole('textbox', { name: 'Text' }))
        .getByText('A quote')
        .closest('blockquote'),
    ).toBeInTheDocument();
  });

  test('a very long text is edited as Markdown', async () => {
    api.on(calls.getStudyMaterial, guide({ processedContent: { overview: '', markdownContent: 'word '.repeat(50_000) } }));
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
    expect(await screen.findByLabelText('Markdown')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Edit as formatted text' })).not.toBeInTheDocument();
  });
});

describe('former versions', () => {
  const version = (number: number, change: Partial<StudyMaterialVersion> = {}): StudyMaterialVersion => ({
    version: number,
    savedAt: `2025-03-0${String(5 + number)}T12:00:00.000Z`,
    edited: number > 0,
    isCurrent: false,
    preview: `The beginning of version ${String(number)}.`,
    ...change,
  });
  const open = async () => {
    await edit();
    await userEvent.click(screen.getByRole('button', { name: 'Earlier versions' }));
    return within(await screen.findByRole('dialog', { name: 'Earlier versions' }));
  };
  /** Finds the question although it is hidden: the panel hides the page, which has the tests' stand-in for the dialog. */
  const answerYes = async () => {
    const question = await screen.findByRole('alertdialog', { name: 'Restore this version?', hidden: true });
    await act(async () => {
      fireEvent.click(within(question).getByText('Restore'));
    });
  };

  test('each is shown with its beginning; going back to one asks first, and the guide is shown as it was', async () => {
    api.on(calls.listVersions, [version(2, { isCurrent: true }), version(1), version(0)]);
    api.on(calls.updateStudyMaterial, () => guide({ processedContent: { overview: '', markdownContent: 'As it was.' } }));
    show();
    const panel = await open();
    const entries = await panel.findAllByRole('listitem');
    expect(entries.map((entry) => within(entry).getByText(/^The beginning/).textContent)).toEqual([
      'The beginning of version 2.',
      'The beginning of version 1.',
      'The beginning of version 0.',
    ]);
    expect(within(entries[0]!).getByText('Current')).toBeVisible();
    expect(within(entries[0]!).queryByRole('button')).not.toBeInTheDocument();
    expect(within(entries[2]!).getByText('Original')).toBeVisible();
    await userEvent.click(within(entries[2]!).getByRole('button'));
    expect(sent()).toHaveLength(0);
    await answerYes();
    expect(await screen.findByText('As it was.')).toBeVisible();
    expect(sent()).toMatchObject([{ path: '/study-materials/g1', body: { version: 0 } }]);
    expect(localStorage.getItem(draftKey)).toBeNull();
  });

  test('without an edit there is none yet', async () => {
    api.on(calls.listVersions, [version(0, { isCurrent: true })]);
    show();
    expect(await (await open()).findByText(/^No earlier versions yet\./)).toBeVisible();
  });

  test('a failure stays in the panel, and so does the draft', async () => {
    api.on(calls.listVersions, [version(1, { isCurrent: true }), version(0)]);
    api.on(calls.updateStudyMaterial, answer(409, { msg: 'The guide was changed elsewhere.', code: 'conflict' }));
    show();
    await userEvent.type(await edit(), ' more');
    await userEvent.click(screen.getByRole('button', { name: 'Earlier versions' }));
    const panel = within(await screen.findByRole('dialog', { name: 'Earlier versions' }));
    await userEvent.click(await panel.findByRole('button', { name: /^Restore the version of/ }));
    await answerYes();
    expect(await panel.findByText('The guide was changed elsewhere.')).toBeVisible();
    expect(localStorage.getItem(draftKey)).toContain(' more');
  });

  test('versions that cannot be read are tried again', async () => {
    api.on(calls.listVersions, answer(400, { code: 'invalid' }));
    show();
    const panel = await open();
    expect(await panel.findByText('The earlier versions could not be loaded.')).toBeVisible();
    api.on(calls.listVersions, [version(0, { isCurrent: true })]);
    await userEvent.click(panel.getByRole('button', { name: 'Try again' }));
    expect(await panel.findByText('Current')).toBeVisible();
  });
});
