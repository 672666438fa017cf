import { renderWithPlatform } from '@lectern/platform/testing';
import { screen } from '@testing-library/react';
import { NotFound } from './NotFound';

test('says so and links to the landing page', () => {
  renderWithPlatform(<NotFound />, { at: '/nowhere' });
  expect(screen.getByText('Page not found')).toBeVisible();
  expect(screen.getByText('There is no page at this address.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to the start page' })).toHaveAttribute('href', '/');
  expect(document.title).toBe('Page not found · Lectern');
});
