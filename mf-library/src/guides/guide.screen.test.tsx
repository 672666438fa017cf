import { calls } from '@lectern/contracts';
import { answer, freeLimits, installFakeApi, learner, renderWithPlatform } from '@lectern/platform/testing';
import { screen } from '@testing-library/react';
import { folder, guide } from '../shared/testing';
import { GuideScreen } from './guide.screen';

let api: ReturnType<typeof installFakeApi>;
beforeEach(() => {
  api = installFakeApi();
  api.on(calls.getLimits, freeLimits());
});
afterEach(() => {
  api.restore();
});
const show = (at = '/study-materials/g1') => renderWithPlatform(<GuideScreen />, { at, path: '/study-materials/:id', user: learner });

describe('a study guide', () => {
  it('shows title, date and body without the first heading and the rules', async () => {
    api.on(calls.getStudyMaterial, guide());
    show();
    expect(await screen.findByRole('heading', { level: 1, name: 'Cell respiration' })).toBeVisible();
    expect(screen.getByText('Created on Mar 5, 2025')).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Glycolysis' })).toBeVisible();
    expect(screen.getAllByRole('heading', { name: 'Cell respiration' })).toHaveLength(1);
    expect(screen.queryByRole('separator')).not.toBeInTheDocument();
    expect(screen.getByRole('navigation', { name: 'Breadcrumb' })).toHaveTextContent('Study Materials');
  });

  it('names the folder that it was opened from', async () => {
    api.on(calls.getStudyMaterial, guide());
    api.on(calls.getFolder, { ...folder({ studyMaterialCount: 1, studyMaterials: ['g1'] }), materials: [] });
    show('/study-materials/g1?folder=f1');
    expect(await screen.findByRole('link', { name: 'Biology' })).toHaveAttribute('href', '/folders/f1');
  });

  it.each([
    [404, { msg: 'Study guide not found.', code: 'not_found', requestId: 'r' }, 'Study guide not found.'],
    [500, { msg: 'Broken.', code: 'internal', requestId: 'r' }, 'Error loading study guide. Please try again.'],
  ])('a %i has its own words', async (status, body, words) => {
    api.on(calls.getStudyMaterial, answer(status, body));
    show();
    expect(await screen.findByText(words)).toBeVisible();
  });

  it('says when it is empty', async () => {
    api.on(calls.getStudyMaterial, guide({ processedContent: { overview: '', markdownContent: ' ' } }));
    show();
    expect(await screen.findByText('No content available.')).toBeVisible();
  });
});
