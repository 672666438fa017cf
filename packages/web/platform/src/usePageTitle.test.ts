import { renderHook } from '@testing-library/react';
import { usePageTitle } from './usePageTitle';

test('the title names page and product, and follows the page', () => {
  const { rerender } = renderHook(({ title }: { title: string | undefined }) => usePageTitle(title), {
    initialProps: { title: 'Study Guides' as string | undefined },
  });
  expect(document.title).toBe('Study Guides · Lectern');
  rerender({ title: 'My Folders' });
  expect(document.title).toBe('My Folders · Lectern');
  rerender({ title: undefined });
  expect(document.title).toBe('Lectern: from slides to mastery');
});
