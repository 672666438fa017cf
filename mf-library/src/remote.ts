import { createRemote } from '@lectern/platform';

/** The public entry of the remote. `manifest.json` repeats the routes, because the shell reads them before it loads this code. */
export const remote = createRemote({
  id: 'mf-library',
  contract: 2,
  routes: [
    {
      path: '/dashboard',
      access: 'signed-in',
      load: () => import(/* webpackChunkName: "dashboard" */ './dashboard/dashboard.screen').then(({ DashboardScreen }) => DashboardScreen),
    },
    {
      path: '/study-materials',
      access: 'signed-in',
      load: () => import(/* webpackChunkName: "guide-list" */ './guides/guide-list.screen').then(({ GuideListScreen }) => GuideListScreen),
    },
    {
      path: '/study-materials/create',
      access: 'signed-in',
      load: () =>
        import(/* webpackChunkName: "create-guide" */ './guides/create-guide.screen').then(({ CreateGuideScreen }) => CreateGuideScreen),
    },
    {
      path: '/study-materials/:id',
      access: 'signed-in',
      load: () => import(/* webpackChunkName: "guide" */ './guides/guide.screen').then(({ GuideScreen }) => GuideScreen),
    },
    {
      path: '/folders',
      access: 'signed-in',
      load: () =>
        import(/* webpackChunkName: "folder-list" */ './folders/folder-list.screen').then(({ FolderListScreen }) => FolderListScreen),
    },
    {
      path: '/folders/:id',
      access: 'signed-in',
      load: () => import(/* webpackChunkName: "folder" */ './folders/folder.screen').then(({ FolderScreen }) => FolderScreen),
    },
    {
      path: '/shared/guide/:secret',
      access: 'signed-out',
      load: () =>
        import(/* webpackChunkName: "shared" */ './sharing/shared-guide.screen').then(({ SharedGuideScreen }) => SharedGuideScreen),
    },
    {
      path: '/shared/folder/:secret',
      access: 'signed-out',
      load: () =>
        import(/* webpackChunkName: "shared" */ './sharing/shared-folder.screen').then(({ SharedFolderScreen }) => SharedFolderScreen),
    },
    {
      path: '/shared/folder/:secret/:materialId',
      access: 'signed-out',
      load: () =>
        import(/* webpackChunkName: "shared" */ './sharing/shared-folder-guide.screen').then(
          ({ SharedFolderGuideScreen }) => SharedFolderGuideScreen,
        ),
    },
  ],
});
