import { whenUsed } from './whenUsed';

const move = (movementX: number): void => {
  dispatchEvent(Object.assign(new MouseEvent('pointermove'), { movementX, movementY: 0 }));
};

test('acts once, at the first real move or key', () => {
  const act = jest.fn();
  whenUsed(act);
  move(0);
  expect(act).not.toHaveBeenCalled();
  move(3);
  dispatchEvent(new KeyboardEvent('keydown'));
  expect(act).toHaveBeenCalledTimes(1);
});
