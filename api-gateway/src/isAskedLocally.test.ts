import { isAskedLocally } from './isAskedLocally.ts';

it.each(['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1'])('takes %s for this machine', (remoteAddress) => {
  expect(isAskedLocally({ socket: { remoteAddress }, headers: {} })).toBe(true);
});

it.each(['10.0.0.1', '::ffff:10.0.0.1', '2001:db8::1', undefined])('takes %s for another machine', (remoteAddress) => {
  expect(isAskedLocally({ socket: { remoteAddress }, headers: {} })).toBe(false);
});

it.each(['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'])('sees by %s that a proxy asks for somebody else', (name) => {
  expect(isAskedLocally({ socket: { remoteAddress: '127.0.0.1' }, headers: { [name]: 'somebody' } })).toBe(false);
});
