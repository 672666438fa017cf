import { calls } from '@lectern/contracts';
import { readPlace, rememberPlace } from '@lectern/platform';
import { freeLimits, installFakeApi, learner, networkError, renderWithPlatform } from '@lectern/platform/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { guide } from '../../shared/testing';
import { GuideScreen } from '../guide.screen';

const markdownContent = '# Heart\n\nIt pumps.\n\n## Chambers\n\nFour.\n\n## Valves\n\nThey close.\n\n## Rhythm\n\nA node.\n';
/** How high each section is, in pixels; jsdom lays out nothing. */
const high = 1_000;

let api: ReturnType<typeof installFakeApi>;
const scrolled = (top: number): void => {
  Object.assign(globalThis, { scrollY: top });
  dispatchEvent(new Event('scroll'));
};
const setVisibility = (state: DocumentVisibilityState): void => {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
};

beforeEach(() => {
  api = installFakeApi();
  api.on(calls.listFolders, []);
  api.on(calls.listMarks, []);
  api.on(calls.getStudyMaterial, guide({ processedContent: { overview: '', markdownContent } }));
  api.on(calls.getReadingPlace, { place: null });
  api.on(calls.updateReadingPlace, { place: null });
  Object.assign(globalThis, {
    scrollY: 0,
    scrollTo: jest.fn(({ top }: { top: number }) => {
      scrolled(top);
    }),
  });
  Object.defineProperty(document.documentElement, 'scrollHeight', { value: 10_000, configurable: true });
  Element.prototype.scrollIntoView = jest.fn();
  jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const index = [...document.querySelectorAll('h2[id]')].indexOf(this);
    const top = (index + 1) * high - scrollY;
    return { top, bottom: this.tagName === 'ARTICLE' ? 4 * high - scrollY : top } as DOMRect;
  });
});
afterEach(() => {
  setVisibility('visible');
  api.restore();
  jest.restoreAllMocks();
  location.hash = '';
});

const show = async (isReload = false) => {
  const shown = renderWithPlatform(<GuideScreen />, {
    at: '/study-materials/g1',
    path: '/study-materials/:id',
    user: learner,
    limits: freeLimits(),
    isReload,
  });
  await screen.findByRole('heading', { name: 'Rhythm' });
  return shown;
};
const opened = (): Promise<void> => waitFor(() => expect(readPlace({ kind: 'guide', id: 'g1' })).toBeDefined());
const sent = () => api.received.filter(({ method, path }) => method === 'PUT' && path.endsWith('/place')).map(({ body }) => body);
const valves = { section: 'section-valves', part: 0.5, readAt: '2025-03-05T10:00:00Z' };

it('opens where the learner stopped on another device, and sends nothing before the learner reads on', async () => {
  api.on(calls.getReadingPlace, { place: valves });
  await show();
  // The section begins at 2,000 and its middle is on the reading line, 120 pixels below the window's top.
  await waitFor(() => expect(scrollY).toBe(2_380));
  await opened();
  setVisibility('hidden');
  expect(sent()).toEqual([]);
});

it('does not jump once the learner has scrolled, nor where the address names a section, nor to a section that is gone', async () => {
  let reply: (value: unknown) => void = () => undefined;
  api.on(calls.getReadingPlace, () => new Promise((resolve) => (reply = resolve)));
  const { unmount } = await show();
  scrolled(1_300);
  await act(async () => {
    reply({ place: valves });
    await Promise.resolve();
  });
  await opened();
  expect(scrollY).toBe(1_300);
  unmount();

  scrolled(0);
  location.hash = '#section-rhythm';
  api.on(calls.getReadingPlace, { place: valves });
  const again = await show();
  await opened();
  expect(scrollTo).not.toHaveBeenCalled();
  again.unmount();

  location.hash = '';
  api.on(calls.getReadingPlace, { place: { ...valves, section: 'section-gone' } });
  await show();
  await opened();
  expect(scrollTo).not.toHaveBeenCalled();
});

it('keeps the place after a pause, when the page is hidden, and when the guide is left', async () => {
  const { unmount } = await show();
  await opened();
  jest.useFakeTimers();
  scrolled(1_380);
  scrolled(2_130);
  expect(sent()).toEqual([]);
  await act(() => jest.advanceTimersByTimeAsync(1_000));
  jest.useRealTimers();
  expect(sent()).toEqual([{ section: 'section-valves', part: 0.25, secondsAgo: 1 }]);
  await waitFor(() =>
    expect(readPlace({ kind: 'guide', id: 'g1' })).toEqual(expect.not.objectContaining({ unsavedSince: expect.anything() as number })),
  );

  scrolled(3_380);
  setVisibility('hidden');
  await waitFor(() => expect(sent()).toHaveLength(2));
  setVisibility('visible');
  scrolled(1_880);
  unmount();
  await waitFor(() => expect(sent().at(-1)).toEqual({ section: 'section-valves', part: 0, secondsAgo: 0 }));
  expect(readPlace({ kind: 'guide', id: 'g1' })).toMatchObject({ anchor: 'section-valves', position: 'Valves' });
});

it('without a connection opens where this browser was, says nothing, and sends the place with its age when the guide is opened again', async () => {
  api.on(calls.getReadingPlace, networkError());
  api.on(calls.updateReadingPlace, networkError());
  const { unmount } = await show();
  await opened();
  scrolled(2_380);
  setVisibility('hidden');
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  unmount();
  setVisibility('visible');

  scrolled(0);
  const minuteAgo = Date.now() - 60_000;
  rememberPlace({
    kind: 'guide',
    id: 'g1',
    title: 'Heart',
    position: 'Valves',
    anchor: 'section-valves',
    part: 0.5,
    unsavedSince: minuteAgo,
  });
  const offline = await show(true);
  await waitFor(() => expect(scrollY).toBe(2_380));
  offline.unmount();
  await waitFor(() => expect(sent()).toHaveLength(4));
  // The age of the reading stays that of the reading.
  expect(readPlace({ kind: 'guide', id: 'g1' })?.unsavedSince).toBe(minuteAgo);

  scrolled(0);
  api.on(calls.updateReadingPlace, { place: { section: 'section-rhythm', part: 0, readAt: '2025-03-05T10:00:00Z' } });
  await show(true);
  // Another device was in the guide later.
  await waitFor(() => expect(scrollY).toBe(2_880));
  expect(sent().at(-1)).toEqual({ section: 'section-valves', part: 0.5, secondsAgo: expect.closeTo(60, -1) as number });
  expect(readPlace({ kind: 'guide', id: 'g1' })).toMatchObject({ anchor: 'section-rhythm' });
});
