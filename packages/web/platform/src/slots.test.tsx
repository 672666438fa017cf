import { act, render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { provideSlots, Slot, type SlotProps, type SlotResolver } from './slots';

type Meter = ComponentType<SlotProps['billing/usage-meter/v1']>;
const Meter: Meter = ({ thing }) => <p>meter of {thing}</p>;

/** A resolver that answers every slot with this. */
const offering = (result: Promise<Meter> | undefined): void => {
  provideSlots((() => result) as unknown as SlotResolver);
};
const show = () =>
  render(<Slot name="billing/usage-meter/v1" props={{ thing: 'quizzes' }} loading={<p>loading</p>} fallback={<p>fallback</p>} />);

afterEach(() => {
  provideSlots(() => undefined);
});

test('resolves the slot by name, shows the loading part, then the content with its props', async () => {
  const asked = jest.fn();
  let finish: (content: Meter) => void = () => undefined;
  provideSlots(((name: string) => {
    asked(name);
    return new Promise<Meter>((resolve) => (finish = resolve));
  }) as unknown as SlotResolver);
  show();
  expect(asked).toHaveBeenCalledWith('billing/usage-meter/v1');
  expect(screen.getByText('loading')).toBeVisible();
  act(() => {
    finish(Meter);
  });
  expect(await screen.findByText('meter of quizzes')).toBeVisible();
  expect(screen.queryByText('loading')).not.toBeInTheDocument();
});

test('nobody offers it', async () => {
  offering(undefined);
  show();
  expect(await screen.findByText('fallback')).toBeVisible();
});

test('its remote is down', async () => {
  offering(Promise.reject(new Error('down')));
  show();
  expect(await screen.findByText('fallback')).toBeVisible();
});

test('an error of its content stays inside', async () => {
  const silent = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  offering(
    Promise.resolve(() => {
      throw new Error('broken');
    }),
  );
  render(
    <>
      <p>page</p>
      <Slot name="billing/usage-meter/v1" props={{ thing: 'quizzes' }} fallback={<p>fallback</p>} />
    </>,
  );
  expect(await screen.findByText('fallback')).toBeVisible();
  expect(screen.getByText('page')).toBeVisible();
  silent.mockRestore();
});

test('without loading part and fallback it renders nothing', async () => {
  offering(undefined);
  const { container } = render(<Slot name="billing/usage-meter/v1" props={{ thing: 'quizzes' }} />);
  await act(() => Promise.resolve());
  expect(container).toBeEmptyDOMElement();
});
