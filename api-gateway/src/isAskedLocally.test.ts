import { isAskedLocally } from './isAskedLocally.ts';

it.each(['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1'])('recognises %s as this machine', (remoteAddress) => {
  expect(isAskedLocally({ socket: { remoteAddress }, headers: {} })).toBe(true);
});

it.each(['10.0.0.1', '::ffff:10.0.0.1', '2001:db8::1', undefined])('recognises %s as another machine', (remoteAddress) => {
  expect(isAskedLocally({ socket: { remoteAddress }, headers: {} })).toBe(false);
});

it.each(['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'])('recognises a proxied request by %s', (name) => {
  expect(isAskedLocally({ socket: { remoteAddress: '127.0.0.1' }, headers: { [name]: 'somebody' } })).toBe(false);
});
