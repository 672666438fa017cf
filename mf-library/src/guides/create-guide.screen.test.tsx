import { calls, pptxType } from '@lectern/contracts';
import { answer, freeLimits, installFakeApi, learner, networkError, never, renderWithPlatform, stopClock } from '@lectern/platform/testing';
import { Link, useLocation, useNavigate } from '@lectern/platform/router';
import { getSession, leave, queryClient, queryKeys, signIn } from '@lectern/platform';
import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { guide, listedGuide } from '../shared/testing';
import { CreateGuideScreen } from './create-guide.screen';
import { GuideListScreen } from './guide-list.screen';

jest.mock('./samples', () => ({ samples: [{ title: 'Sample', fileName: 'sample.pptx', url: new URL('http://remote.test/sample.pptx') }] }));

let api: ReturnType<typeof installFakeApi>;
beforeEach(() => {
  api = installFakeApi();
  api.on(calls.getLimits, freeLimits());
});
afterEach(() => {
  jest.restoreAllMocks();
  api.restore();
});

/** The screen, and another page to leave to and come back from. */
const Page = () => {
  const [isHere, setIsHere] = useState(true);
  return (
    <>
      <button onClick={() => setIsHere(!isHere)}>{isHere ? 'Leave' : 'Come back'}</button>
      <Link to="/elsewhere">Elsewhere</Link>
      {isHere && <CreateGuideScreen />}
    </>
  );
};
const show = (limits = freeLimits()) =>
  renderWithPlatform(<Page />, { at: '/study-materials/create', path: '/study-materials/create', user: learner, limits });
const submit = async () => userEvent.click(await screen.findByRole('button', { name: 'Generate Guide' }));
const deck = () => new File(['x'], 'lecture.pptx', { type: pptxType });
const upload = (file = deck()) => userEvent.upload(screen.getByLabelText(/^Upload a PowerPoint file/), file, { applyAccept: false });
const content = () => screen.getByLabelText('Content');
const style = () => screen.getByLabelText('Style Preference');
const fill = async () => {
  await upload();
  await userEvent.type(content(), 'Some notes');
  await userEvent.type(style(), 'as a table');
};
const expectAllKept = () => {
  expect(screen.getByText('lecture.pptx')).toBeVisible();
  expect(content()).toHaveValue('Some notes');
  expect(style()).toHaveValue('as a table');
};
const sent = () => api.received.filter(({ method }) => method === 'POST');
const later = () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  return { handler: () => promise, resolve };
};
/** Drags or drops a file on the page: jsdom has no such gesture. */
const drag = (type: 'dragOver' | 'drop' | 'dragLeave', file?: File) => {
  const event = createEvent[type](document.body, { bubbles: true, cancelable: true });
  Object.assign(event, { dataTransfer: { types: file ? ['Files'] : ['text/plain'], files: file ? [file] : [] } });
  fireEvent(document.body, event);
  return event;
};

describe('documents', () => {
  const add = (...files: File[]) => userEvent.upload(screen.getByLabelText(/^Upload a PowerPoint file/), files, { applyAccept: false });
  const notes = (name = 'notes.md', text = '# Heart\n\nIt pumps.\n\n## Valves') => new File([text], name, { lastModified: 1 });
  const picture = () => new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0])], 'heart.md');

  it('are listed with their first headings and their size, sent beside the text, and can be removed', async () => {
    api.on(calls.createStudyMaterial, guide());
    show();
    await add(notes(), notes('more.txt', 'The heart rests.'));
    const first = await screen.findByRole('list', { name: 'First headings of notes.md' });
    expect(
      within(first)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Heart', 'Valves']);
    expect(await screen.findByText('2 files, 1 kB of 50 MB')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Remove more.txt' }));
    expect(screen.getByLabelText(/^Upload a PowerPoint file/)).toHaveFocus();
    await submit();
    await waitFor(() => expect(sent()).toHaveLength(1));
    const body = sent()[0]?.body as FormData;
    expect(body.getAll('documents').map((each) => (each as File).name)).toEqual(['notes.md']);
    expect(body.get('file')).toBeNull();
  });

  it('of another type, a sixth one, and the same one again are not taken', async () => {
    show();
    await add(picture());
    expect(await screen.findAllByText('Please upload a PPTX file')).toHaveLength(2);
    await add(notes(), notes(), notes('2.md'), notes('3.md'), notes('4.md'), notes('5.md'), notes('6.md'));
    expect(await screen.findByText('A guide can have at most 5 documents.')).toBeVisible();
    expect(screen.getByText(/^5 files/)).toBeVisible();
  });

  it('that the service cannot read are named beside their field, and everything stays', async () => {
    const msg = 'This file is password-protected. Save it without a password and try again.';
    api.on(
      calls.createStudyMaterial,
      answer(422, { msg, code: 'unreadable_file', errors: [{ path: 'documents', message: msg }], requestId: 'r' }),
    );
    show();
    await add(notes());
    await screen.findByText('notes.md');
    await submit();
    const field = screen.getByRole('region', { name: 'Files' });
    expect(await within(field).findByText(msg)).toBeVisible();
    expect(screen.getByText('notes.md')).toBeVisible();
  });

  it('are what is wrong where nothing else was sent, even if the service names no field', async () => {
    const msg = 'There is more text here than one guide can hold.';
    api.on(calls.createStudyMaterial, answer(422, { msg, code: 'unreadable_file', requestId: 'r' }));
    show();
    await add(notes());
    await screen.findByText('notes.md');
    await submit();
    expect(await within(screen.getByRole('region', { name: 'Files' })).findByText(msg)).toBeVisible();
  });
});

describe('creating a study guide', () => {
  it("§2 Create study guide: a .pptx upload area, a Content textarea (placeholder 'Paste study material or additional notes here...'), an optional Style Preference textarea, 'Cancel' and 'Generate Guide'", () => {
    show();
    expect(screen.getByLabelText(/^Upload a PowerPoint file/)).toHaveAttribute(
      'accept',
      expect.stringContaining(`.pptx,${pptxType},.pdf,.docx`),
    );
    expect(content().tagName).toBe('TEXTAREA');
    expect(content()).toHaveAttribute('placeholder', 'Paste study material or additional notes here...');
    expect(style().tagName).toBe('TEXTAREA');
    expect(style()).not.toBeRequired();
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Generate Guide' })).toBeVisible();
  });

  it.each(['', '   \n '])(
    "§5 Create study guide: a file or non-empty trimmed text is required, else 'Please enter some content or upload a PowerPoint file' (%j)",
    async (text) => {
      show();
      if (text) await userEvent.type(content(), text);
      await submit();
      // A toast, and beside the button until there is something.
      expect(await screen.findAllByText('Please enter some content or upload a PowerPoint file')).toHaveLength(2);
      expect(sent()).toHaveLength(0);
      await userEvent.type(content(), 'Notes');
      expect(screen.getAllByText('Please enter some content or upload a PowerPoint file')).toHaveLength(1);
    },
  );

  it("§5 Create study guide: only the pptx MIME type is accepted, else 'Please upload a PPTX file'", async () => {
    show();
    await upload(new File(['x'], 'notes.pdf', { type: 'application/pdf' }));
    // A toast, and below the field until another file is chosen.
    expect(await screen.findAllByText('Please upload a PPTX file')).toHaveLength(2);
    await upload();
    await waitFor(() => expect(screen.getAllByText('Please upload a PPTX file')).toHaveLength(1));
  });

  it('§7 Create study guide: POST /study-materials/unified as multipart with file, textContent and stylePreference, under one key', async () => {
    api.on(calls.createStudyMaterial, () => answer(201, guide()));
    show();
    await fill();
    await submit();
    await screen.findByText('Study guide created successfully!');
    const [only] = sent();
    expect(only).toMatchObject({ method: 'POST', path: '/study-materials/unified', headers: { 'x-auth-token': 'test-token' } });
    expect(only?.headers['idempotency-key']).toBeTruthy();
    const body = only?.body as FormData;
    expect([...body.keys()].sort()).toEqual(['file', 'stylePreference', 'textContent']);
    expect((body.get('file') as File).name).toBe('lecture.pptx');
    expect(body.get('textContent')).toBe('Some notes');
    expect(body.get('stylePreference')).toBe('as a table');
  });

  it.each([
    ['openai:gpt-5-mini', 'Section 3 of 8'],
    ['offline', undefined],
  ])('how far a guide by %s is: %s', async (generatedBy, line) => {
    jest.useFakeTimers({ advanceTimers: true });
    api.on(calls.getGuideEngine, { generatedBy });
    api.on(calls.getGuideProgress, { state: 'running', made: 2, asked: 8 });
    api.on(calls.createStudyMaterial, never);
    show();
    fireEvent.change(content(), { target: { value: 'Some notes' } });
    fireEvent.submit(content());
    await screen.findByRole('dialog', { name: 'Creating Your Study Guide' });
    await screen.findByText(/remaining$/);
    await act(() => jest.advanceTimersByTimeAsync(4_000));
    if (line !== undefined) expect(await screen.findByText(line, { selector: 'p' })).toBeVisible();
    const asking = api.received.filter(({ path }) => path.startsWith('/study-materials/progress/'));
    expect(asking[0]?.path).toBe(line && `/study-materials/progress/${sent()[0]?.headers['idempotency-key'] ?? ''}`);
    jest.useRealTimers();
  });

  it('§5 Create study guide: the style preference is optional, sent as null when empty; text alone is enough', async () => {
    api.on(calls.createStudyMaterial, () => answer(201, guide()));
    show();
    await userEvent.type(content(), 'Some notes');
    await userEvent.type(style(), '  ');
    await submit();
    await screen.findByText('Study guide created successfully!');
    const body = sent()[0]?.body as FormData;
    expect([...body.entries()]).toEqual([
      ['textContent', 'Some notes'],
      ['stylePreference', 'null'],
    ]);
  });

  it("§4 Create study guide: success brings the toast 'Study guide created successfully!', goes to /study-materials, and the guide is at the front of the list", async () => {
    api.on(calls.createStudyMaterial, () => answer(201, guide({ _id: 'new' })));
    show();
    const key = [...queryKeys.studyMaterials, 'list', { q: '' }];
    queryClient.setQueryData(key, { pages: [{ items: [listedGuide()], next: undefined }], pageParams: [undefined] });
    await upload();
    await submit();
    expect(await screen.findByText('Study guide created successfully!')).toBeInTheDocument();
    await waitFor(() => expect(screen.getByTestId('location')).toHaveTextContent(/^\/study-materials$/));
    expect(queryClient.getQueryData(key)).toMatchObject({ pages: [{ items: [{ _id: 'new' }, { _id: 'g1' }] }] });
  });

  describe('the list after it', () => {
    const listed = [listedGuide({ _id: 'new', title: 'Renal system' }), listedGuide()];
    const made = () => answer(201, guide({ _id: 'new', title: 'Renal system' }));
    const Pages = () => {
      const { pathname } = useLocation();
      const navigate = useNavigate();
      return (
        <>
          <button type="button" onClick={() => void navigate(-1)}>
            Back
          </button>
          <Link to="/elsewhere">Elsewhere</Link>
          {pathname === '/study-materials' && <GuideListScreen />}
          {pathname === '/study-materials/create' && <CreateGuideScreen />}
        </>
      );
    };
    const create = async () => {
      api.on(calls.createStudyMaterial, made);
      api.on(calls.listFolders, []);
      renderWithPlatform(<Pages />, { at: '/study-materials/create', user: learner, limits: freeLimits() });
      await upload();
      await submit();
    };
    const newCard = async () => (await screen.findByRole('heading', { name: 'Renal system' })).closest('article')!;

    it('marks the new guide and puts the focus on it, without scrolling', async () => {
      const focus = jest.spyOn(HTMLAnchorElement.prototype, 'focus');
      api.on(calls.listStudyMaterials, listed);
      await create();
      const card = await newCard();
      expect(within(card).getByRole('link')).toHaveFocus();
      expect(focus.mock.calls).toEqual([[{ preventScroll: true }]]);
      expect(within(card).getByText('New')).toBeVisible();
      expect(screen.getAllByText('New')).toHaveLength(1);
      focus.mockRestore();
    });

    it('does so once: not after Back', async () => {
      api.on(calls.listStudyMaterials, listed);
      await create();
      await newCard();
      await userEvent.click(screen.getByRole('link', { name: 'Elsewhere' }));
      await waitFor(() => expect(screen.queryByRole('article')).not.toBeInTheDocument());
      await userEvent.click(screen.getByRole('button', { name: 'Back' }));
      expect(within(await newCard()).getByRole('link')).not.toHaveFocus();
      expect(screen.queryByText('New')).not.toBeInTheDocument();
    });

    it('leaves the focus where the learner put it while the list was loading', async () => {
      const list = later();
      api.on(calls.listStudyMaterials, list.handler);
      await create();
      const search = await screen.findByPlaceholderText('Search study guides...');
      act(() => {
        search.focus();
      });
      await act(async () => {
        list.resolve(answer(200, listed));
        await Promise.resolve();
      });
      expect(within(await newCard()).getByText('New')).toBeVisible();
      expect(search).toHaveFocus();
    });
  });

  it("§2 Create study guide: while running the button reads 'Processing...' and a full-screen progress overlay titled 'Creating Your Study Guide' shows; §9: 35 s, four stages", async () => {
    const answered = later();
    api.on(calls.createStudyMaterial, answered.handler);
    stopClock();
    show();
    await userEvent.type(content(), 'Some notes');
    await submit();
    const overlay = await screen.findByRole('dialog', { name: 'Creating Your Study Guide' });
    expect(overlay).toHaveTextContent('35 seconds remaining');
    expect(overlay.querySelectorAll('li')).toHaveLength(4);
    expect(overlay).not.toHaveTextContent('Uploading');
    expect(screen.getByText('Processing...')).toBeInTheDocument();
    await act(async () => {
      answered.resolve(answer(201, guide()));
      await Promise.resolve();
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('tells how far the upload is', async () => {
    api.on(calls.createStudyMaterial, () => new Promise(() => undefined));
    show();
    await upload();
    await submit();
    await waitFor(() => expect(sent()).toHaveLength(1));
    act(() => {
      sent()[0]?.upload(0.434);
    });
    expect(screen.getByText('Uploading your file: 43%')).toBeInTheDocument();
    act(() => {
      sent()[0]?.upload(1);
    });
    expect(screen.getByText('Uploaded. Reading it now.')).toBeInTheDocument();
  });

  it('an upload can be stopped, after a question, and nothing that was chosen or typed is lost', async () => {
    api.on(calls.createStudyMaterial, () => new Promise(() => undefined));
    show();
    await fill();
    await submit();
    await waitFor(() => expect(sent()).toHaveLength(1));
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    const question = 'Stop the upload? Everything you chose and typed stays.';
    fireEvent.click(within(await screen.findByRole('alertdialog', { name: question, hidden: true })).getByText('Keep going'));
    expect(screen.getByRole('dialog', { name: 'Creating Your Study Guide' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    fireEvent.click(within(await screen.findByRole('alertdialog', { name: question, hidden: true })).getByText('Stop'));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expectAllKept();
    expect(screen.queryByText(/The guide was not created/)).not.toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('after the upload nothing can be stopped any more, and an open question is withdrawn with the answer', async () => {
    const answered = later();
    api.on(calls.createStudyMaterial, answered.handler);
    show();
    await upload();
    await submit();
    await waitFor(() => expect(sent()).toHaveLength(1));
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    act(() => {
      sent()[0]?.upload(1);
    });
    expect(
      within(screen.getByRole('dialog', { name: 'Creating Your Study Guide', hidden: true })).queryByText('Cancel'),
    ).not.toBeInTheDocument();
    answered.resolve(answer(201, guide()));
    await screen.findByText('Study guide created successfully!');
    expect(screen.queryByRole('alertdialog', { hidden: true })).not.toBeInTheDocument();
  });

  it.each([
    [
      'a msg of the server',
      answer(503, { msg: 'Please try again in a moment.', code: 'unavailable', requestId: 'r1' }),
      'Please try again in a moment.',
    ],
    ['no msg', answer(500, { code: 'internal', requestId: 'r1' }), 'Something went wrong'],
    ['no connection', networkError(), 'Something went wrong'],
  ])(
    "§8 Create study guide: a failure's toast is msg or 'Something went wrong', and text, style and file stay: %s",
    async (_name, failure, words) => {
      api.on(calls.createStudyMaterial, failure);
      show();
      await fill();
      await submit();
      expect(await screen.findByText(words)).toBeInTheDocument();
      expectAllKept();
      expect(screen.getByText(/The guide was not created\. Your files and text are still here/)).toBeVisible();
      await waitFor(() => expect(screen.getByRole('button', { name: 'Generate Guide' })).toHaveFocus());
      const key = sent()[0]?.headers['idempotency-key'];
      await submit();
      await waitFor(() => expect(sent()).toHaveLength(2));
      expect(sent()[1]?.headers['idempotency-key']).toBe(key);
    },
  );

  it('§8 Create study guide: an error with upgradeRequired opens the upgrade modal, and nothing is lost', async () => {
    api.on(
      calls.createStudyMaterial,
      answer(403, { msg: 'Your plan holds 5 guides.', code: 'limit_reached', upgradeRequired: true, requestId: 'r' }),
    );
    show();
    await fill();
    await submit();
    expect(await screen.findByRole('dialog', { name: 'Upgrade to Premium' })).toBeVisible();
    expectAllKept();
  });

  it('a damaged deck is named beside it until another one is chosen', async () => {
    api.on(calls.createStudyMaterial, answer(422, { msg: 'This deck is damaged.', code: 'unreadable_file', requestId: 'r' }));
    show();
    await upload();
    await submit();
    expect(await screen.findAllByText('This deck is damaged.')).toHaveLength(2);
    // On a phone the field is above the window: the focus brings it into view.
    await waitFor(() => expect(screen.getByRole('button', { name: 'Remove lecture.pptx' })).toHaveFocus());
    await userEvent.click(screen.getByRole('button', { name: 'Remove lecture.pptx' }));
    await waitFor(() => expect(screen.queryAllByText('This deck is damaged.').length).toBeLessThan(2));
  });

  it('at the limit the upgrade modal says why, nothing is sent, and no toast says it again', async () => {
    show(freeLimits({ studyMaterials: { current: 5, limit: 5, canCreate: false } }));
    await userEvent.type(content(), 'Some notes');
    await submit();
    expect(await screen.findByRole('dialog', { name: 'Upgrade to Premium' })).toHaveTextContent(/^You have 5 study guides/);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(sent()).toHaveLength(0);
  });

  it('keeps everything through a session that expires in use, and through leaving the page', async () => {
    api.on(calls.createStudyMaterial, answer(401, { msg: 'Please sign in again.', code: 'session_ended', requestId: 'r' }));
    show();
    await fill();
    await submit();
    await waitFor(() => expect(getSession().isAuthenticated).toBe(false));
    act(() => {
      signIn('new-token', learner);
    });
    await userEvent.click(screen.getByRole('button', { name: 'Leave' }));
    expect(screen.queryByLabelText('Content')).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Come back' }));
    expectAllKept();
  });

  it.each(['after success', 'after Cancel', 'after logging out'])('the form is empty %s', async (when) => {
    api.on(calls.createStudyMaterial, () => answer(201, guide()));
    // The page stays mounted at any address, so that the test can come back to it.
    renderWithPlatform(<Page />, { at: '/study-materials/create', user: learner, limits: freeLimits() });
    await fill();
    if (when === 'after success') await submit();
    else if (when === 'after Cancel') await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    else act(leave);
    if (when !== 'after logging out') await waitFor(() => expect(screen.getByTestId('location')).toHaveTextContent(/^\/study-materials$/));
    await userEvent.click(screen.getByRole('button', { name: 'Leave' }));
    await userEvent.click(screen.getByRole('button', { name: 'Come back' }));
    expect(content()).toHaveValue('');
    expect(style()).toHaveValue('');
    expect(screen.queryByText('lecture.pptx')).not.toBeInTheDocument();
  });

  it('accepts a file dropped anywhere, highlights the area meanwhile, and prevents the browser from opening a file', async () => {
    show();
    await userEvent.type(content(), 'Some notes');
    expect(drag('dragOver', deck()).defaultPrevented).toBe(true);
    expect(screen.getByText('Drop to add.')).toBeVisible();
    drag('dragLeave', deck());
    expect(screen.queryByText('Drop to add.')).not.toBeInTheDocument();
    drag('dragOver', deck());
    expect(drag('drop', deck()).defaultPrevented).toBe(true);
    expect(await screen.findByText('lecture.pptx')).toBeVisible();
    drag('drop', new File(['x'], 'picture.png', { type: 'image/png' }));
    expect(await screen.findAllByText('Please upload a PPTX file')).toHaveLength(2);
    expect(screen.getByText('lecture.pptx')).toBeVisible();
    expect(content()).toHaveValue('Some notes');
    // Dragged text is handled by the text field.
    expect(drag('dragOver').defaultPrevented).toBe(false);
  });

  it('the focus goes to the field when the file that had it was removed', async () => {
    show();
    await upload();
    await userEvent.click(await screen.findByRole('button', { name: 'Remove lecture.pptx' }));
    expect(screen.getByLabelText(/^Upload a PowerPoint file/)).toHaveFocus();
  });

  it('one presentation makes a guide: a second one replaces the first, and the field says so', async () => {
    show();
    await upload();
    await upload(new File(['xy'], 'other.pptx', { type: pptxType }));
    expect(await screen.findByText('A guide can have only one presentation. other.pptx replaced lecture.pptx.')).toBeVisible();
    expect(screen.queryByText('lecture.pptx')).not.toBeInTheDocument();
    expect(screen.getByText('other.pptx')).toBeVisible();
  });

  it('§1 Create study guide: an optional style preference (ADPIE, IRAC) by a click or in own words; Enter begins a new line there, Ctrl and Enter send', async () => {
    api.on(calls.createStudyMaterial, answer(500, { code: 'internal', requestId: 'r' }));
    show();
    await userEvent.type(content(), 'Some notes');
    for (const name of ['ADPIE', 'IRAC', 'SOAP', 'Cornell', 'Outline']) expect(screen.getByRole('button', { name })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'ADPIE' }));
    expect(style()).toHaveValue('ADPIE');
    await userEvent.type(style(), '{Enter}short');
    expect(style()).toHaveValue('ADPIE\nshort');
    expect(sent()).toHaveLength(0);
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(sent()).toHaveLength(1));
  });

  it('at the limit it says how many guides the plan includes', async () => {
    show(freeLimits({ studyMaterials: { current: 5, limit: 5, canCreate: false } }));
    expect(screen.getByText(/^You have 5 study guides, the most that the free plan includes\./)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'See Premium' }));
    expect(await screen.findByRole('dialog', { name: 'Upgrade to Premium' })).toBeVisible();
  });
});
