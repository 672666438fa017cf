import { installFakeWorker } from './testing/fakeWorker';

test('the script that takes the place of the worker removes it with all of its caches, without waiting for pages to close', async () => {
  const worker = installFakeWorker();
  await import('./noServiceWorker');
  for (const name of ['lectern-files', 'lectern-answers', 'other']) await worker.caches.open(name);
  await worker.tell('install');
  await worker.tell('activate');
  expect(worker.skipWaiting).toHaveBeenCalled();
  expect(worker.registration.unregister).toHaveBeenCalled();
  expect(await worker.caches.keys()).toEqual(['other']);
  expect(await worker.request('/dashboard', {}, { mode: 'navigate' })).toBeUndefined();
});
