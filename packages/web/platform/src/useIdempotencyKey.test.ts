import { renderHook } from '@testing-library/react';
import { useIdempotencyKey } from './useIdempotencyKey';

test('the same request keeps its key; another one, or one after success, gets a new key', () => {
  const { result, rerender } = renderHook(() => useIdempotencyKey());
  const first = result.current.keyFor({ name: 'Biology' });
  rerender();
  expect(result.current.keyFor({ name: 'Biology' })).toBe(first);
  const other = result.current.keyFor({ name: 'Physics' });
  expect(other).not.toBe(first);
  expect(result.current.keyFor({ name: 'Physics' })).toBe(other);
  result.current.done();
  expect(result.current.keyFor({ name: 'Physics' })).not.toBe(other);
});
