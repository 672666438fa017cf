import type { Access, NavigationManifest } from '@lectern/platform';

/**
 * The pages of the four remotes that every site has. Used if the registry cannot be read or its signature is invalid: these paths then show
 * a card instead of "not found", and the sidebar stays. With a registry, all pages come from the remotes' manifests.
 */
export const knownPages: readonly { path: string; access: Access; isPublic?: boolean }[] = [
  ...['/login', '/register', '/forgot-password', '/reset-password/:token', '/verify', '/verify-email/:token'].map((path) => ({
    path,
    access: 'signed-out' as const,
  })),
  ...[
    '/shared/guide/:secret',
    '/shared/folder/:secret',
    '/shared/folder/:secret/:materialId',
    '/shared/quiz/:secret',
    '/shared/deck/:secret',
  ].map((path) => ({ path, access: 'signed-out' as const, isPublic: true })),
  ...[
    '/dashboard',
    '/study-materials',
    '/study-materials/create',
    '/study-materials/:id',
    '/folders',
    '/folders/:id',
    '/quizzes',
    '/quizzes/new',
    '/quizzes/:id',
    '/quizzes/:id/attempts',
    '/quizzes/:id/check',
    '/quizzes/:id/print',
    '/flashcards/:id',
    '/flashcards/:id/check',
    '/flashcards/:id/print',
    '/pick/:id',
    '/progress',
    '/review',
    '/review/exams',
    '/review/settings',
    '/review/statistics',
    '/settings',
    '/subscription',
  ].map((path) => ({ path, access: 'signed-in' as const })),
];

export const knownNavigation: readonly NavigationManifest[] = [
  { label: 'Dashboard', path: '/dashboard', icon: 'dashboard', order: 10 },
  { label: 'Study Materials', path: '/study-materials', icon: 'guides', order: 20 },
  { label: 'My Folders', path: '/folders', icon: 'folders', order: 30 },
  { label: 'Quizzes', path: '/quizzes', icon: 'quizzes', order: 40, also: ['/flashcards'] },
  { label: 'Review', path: '/review', icon: 'review', order: 45 },
  { label: 'Progress', path: '/progress', icon: 'progress', order: 50 },
  { label: 'Settings', path: '/settings', icon: 'settings', order: 60 },
];

/** The sidebar's entries: those of the remotes' manifests, and the known ones that no manifest has. */
export const navigationOf = (announced: readonly NavigationManifest[]): NavigationManifest[] => {
  const paths = new Set(announced.map(({ path }) => path));
  return [...announced, ...knownNavigation.filter(({ path }) => !paths.has(path))].sort((one, other) => one.order - other.order);
};
