import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ConfirmDialog } from './ConfirmDialog';
import { Dialog } from './Dialog';
import { finishOverlay } from './finishOverlay';
import type { OverlayClock } from './OverlayClock';
import { ProgressOverlaySurface, type ProgressOverlayProps } from './ProgressOverlaySurface';
import type { MadePart, MakingProgress } from './useProgressLine';

const stages = ['Reading', 'Sorting', 'Writing', 'Checking'] as const;
const late = 'This is taking longer than usual. It is still running.';
let milliseconds: number;
let tick: () => void;
const stop = jest.fn();
const clock: OverlayClock = {
  now: () => milliseconds,
  every: (_milliseconds, run) => {
    tick = run;
    return stop;
  },
};
const at = (seconds: number): void => {
  milliseconds = 5_000 + seconds * 1_000;
  act(() => {
    tick();
  });
};
const show = (totalSeconds = 32) =>
  render(<ProgressOverlaySurface title="Creating Your Quiz" stages={stages} totalSeconds={totalSeconds} clock={clock} />);
const current = () => screen.getAllByRole('listitem').filter((item) => item.getAttribute('aria-current') === 'step');
const dones = () => screen.queryAllByText(', done').length;

beforeEach(() => {
  milliseconds = 5_000;
});

test('§9 Progress overlays: four stages, a percentage and seconds remaining', () => {
  show(35);
  expect(screen.getByRole('dialog', { name: 'Creating Your Quiz' })).toBeVisible();
  expect(screen.getByText('0%')).toBeVisible();
  expect(screen.getByText('35 seconds remaining')).toBeVisible();
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([...stages]);
  expect(current()).toHaveLength(1);
});

test.each([
  [7.9, 'Reading', 0, '24%', '25 seconds remaining'],
  [8, 'Sorting', 1, '25%', '24 seconds remaining'],
  [15.9, 'Sorting', 1, '49%', '17 seconds remaining'],
  [16, 'Writing', 2, '50%', '16 seconds remaining'],
  [24, 'Checking', 3, '75%', '8 seconds remaining'],
  [31.5, 'Checking', 3, '98%', '1 second remaining'],
])('after %d s of 32: %s', (seconds, stage, done, percent, remaining) => {
  show();
  at(seconds);
  expect(current().map(({ textContent }) => textContent)).toEqual([stage]);
  expect(dones()).toBe(done);
  expect(screen.getByText(percent)).toBeVisible();
  expect(screen.getByText(remaining)).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent(stage);
});

test.each([32, 33, 600])('after %d s it says that it takes longer, and does not claim to be done', (seconds) => {
  show();
  at(seconds);
  expect(screen.getByText('99%')).toBeVisible();
  expect(within(screen.getByRole('dialog')).getAllByText(late)).toHaveLength(2);
  expect(screen.getByRole('status')).toHaveTextContent(late);
  expect(current().map(({ textContent }) => textContent)).toEqual(['Checking']);
  expect(dones()).toBe(3);
  expect(screen.queryByText(/remaining/)).not.toBeInTheDocument();
});

test('says how long it usually takes, and shows all stages as done before it closes', async () => {
  jest.useFakeTimers();
  show();
  at(3);
  expect(screen.getByText('Usually 3 to 40 seconds')).toBeVisible();
  let isOver = false;
  await act(async () => {
    void finishOverlay().then(() => (isOver = true));
    await jest.advanceTimersByTimeAsync(399);
  });
  expect(screen.getByText('100%')).toBeVisible();
  expect(dones()).toBe(4);
  expect(screen.getByText('Done', { selector: 'p' })).toBeVisible();
  expect(isOver).toBe(false);
  await jest.advanceTimersByTimeAsync(1);
  expect(isOver).toBe(true);
  jest.useRealTimers();
});

test('without an overlay there is nothing to finish', () => expect(finishOverlay()).resolves.toBeUndefined());

test('§4 Progress overlays: blocking until the result, whatever is pressed', async () => {
  const { unmount } = show();
  await userEvent.setup().keyboard('{Escape}');
  expect(screen.getByRole('dialog')).toBeVisible();
  expect(screen.queryAllByRole('button')).toHaveLength(0);
  expect(stop).not.toHaveBeenCalled();
  unmount();
  expect(stop).toHaveBeenCalledTimes(1);
});

test('the first stage lasts until the upload is over, and the estimate goes on from there', () => {
  const overlay = (isUploading: boolean) => (
    <ProgressOverlaySurface title="Creating Your Study Guide" stages={stages} totalSeconds={32} isUploading={isUploading} clock={clock} />
  );
  const { rerender } = render(overlay(true));
  at(4);
  expect(screen.getByText('12%')).toBeVisible();
  at(60);
  expect(current().map(({ textContent }) => textContent)).toEqual(['Reading']);
  expect(dones()).toBe(0);
  expect(screen.getByText('24%')).toBeVisible();
  rerender(overlay(false));
  expect(current().map(({ textContent }) => textContent)).toEqual(['Sorting']);
  expect(screen.getByText('24 seconds remaining')).toBeVisible();
  at(68);
  expect(screen.getByText('50%')).toBeVisible();
});

test('what can be cancelled is cancelled by a button and by Escape', async () => {
  const cancel = jest.fn();
  render(<ProgressOverlaySurface title="Creating Your Study Guide" stages={stages} totalSeconds={32} onCancel={cancel} clock={clock} />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.keyboard('{Escape}');
  expect(cancel).toHaveBeenCalledTimes(2);
  expect(screen.getByRole('dialog')).toBeVisible();
});

test('it covers the dialog that it was started from; a question lies above it', async () => {
  const noop = () => undefined;
  render(
    <>
      <Dialog isOpen onClose={noop} title="Generate Quiz">
        <p>Choose a guide.</p>
      </Dialog>
      <ProgressOverlaySurface title="Creating Your Quiz" stages={stages} totalSeconds={32} clock={clock} />
      <ConfirmDialog isOpen question="Stop the upload?" confirmLabel="Stop" onAnswer={noop} />
    </>,
  );
  const layerOf = async (heading: string) => {
    const layer = (await screen.findByText(heading)).closest('[role=dialog], [role=alertdialog]');
    return layer ? Number(getComputedStyle(layer).zIndex) : Number.NaN;
  };
  const overlay = await layerOf('Creating Your Quiz');
  expect(overlay).toBeGreaterThan(await layerOf('Generate Quiz'));
  expect(overlay).toBeLessThan(await layerOf('Stop the upload?'));
});

describe('how far it has come', () => {
  let ticks: Map<number, () => void>;
  const polled: OverlayClock = {
    now: () => milliseconds,
    every: (every, run) => {
      ticks.set(every, run);
      return stop;
    },
  };
  const read = jest.fn<Promise<MakingProgress>, []>();
  const running = (made: number): MakingProgress => ({ state: 'running', made, asked: 8 });
  const poll = () => act(async () => ticks.get(2_000)?.());
  const pass = (seconds: number): void => {
    milliseconds = 5_000 + seconds * 1_000;
    act(() => ticks.get(250)?.());
  };
  const line = () => screen.queryByText(/Section|so far|Waiting|Uploaded/, { selector: 'p' });
  const spoken = () => screen.getByRole('dialog').querySelector('span[aria-live=polite]:not([role])')?.textContent;
  const showPolled = (part: MadePart, props: Partial<ProgressOverlayProps> = {}) =>
    render(
      <ProgressOverlaySurface title="Creating" stages={stages} totalSeconds={32} clock={polled} progress={{ part, read }} {...props} />,
    );
  beforeEach(() => {
    ticks = new Map();
    read.mockReset();
  });

  test.each<[MadePart, MakingProgress, string | undefined]>([
    ['section', running(0), 'Section 1 of 8'],
    ['section', running(2), 'Section 3 of 8'],
    ['section', running(8), 'Section 8 of 8'],
    ['section', { state: 'running', made: 0, asked: 0 }, undefined],
    ['question', running(0), undefined],
    ['question', running(1), '1 question so far'],
    ['card', running(6), '6 cards so far'],
    ['card', { state: 'waiting', made: 0, asked: 8 }, 'Waiting for the language model: others are before you'],
  ])('%s, %j: %s', async (part, progress, words) => {
    read.mockResolvedValue(progress);
    showPolled(part);
    await poll();
    expect(line()?.textContent).toBe(words);
    expect(screen.getByText('32 seconds remaining')).toBeVisible();
  });

  test('one request at a time, and until the first answer the detail', async () => {
    showPolled('section', { detail: 'Uploaded. Reading it now.' });
    expect(line()).toHaveTextContent('Uploaded. Reading it now.');
    read.mockReturnValue(new Promise(() => undefined));
    await poll();
    await poll();
    expect(read).toHaveBeenCalledTimes(1);
  });

  test('a failure leaves the line as it is', async () => {
    showPolled('section');
    read.mockResolvedValueOnce(running(1)).mockRejectedValueOnce(new Error('404'));
    await poll();
    await poll();
    expect(line()).toHaveTextContent('Section 2 of 8');
  });

  test('is read out at first, and then every 15 seconds', async () => {
    showPolled('section');
    for (const [made, words] of [
      [0, 'Section 1 of 8'],
      [1, 'Section 1 of 8'],
    ] as const) {
      read.mockResolvedValueOnce(running(made));
      await poll();
      expect(spoken()).toBe(words);
    }
    pass(15);
    expect(spoken()).toBe('Section 2 of 8');
  });

  test('is not asked during an upload', () => {
    showPolled('section', { isUploading: true });
    expect(ticks.has(2_000)).toBe(false);
  });
});
