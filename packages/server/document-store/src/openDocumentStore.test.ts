import { databaseNameOf } from './openDocumentStore.ts';

it.each([
  ['mongodb://127.0.0.1:27017', 'lectern_auth'],
  ['mongodb://127.0.0.1:27017/?replicaSet=rs0', 'lectern_auth'],
  ['mongodb://me:p%40ss@a.example:27017,b.example:27018/school?replicaSet=rs0', 'school_auth'],
  ['mongodb+srv://me:secret@cluster.example/my%20school', 'my school_auth'],
])('names the database after the connection string: %s', (url, name) => {
  expect(databaseNameOf(url, 'auth')).toBe(name);
});
