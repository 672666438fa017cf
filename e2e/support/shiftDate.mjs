// Imported before a part of a site. Shifts its `Date` ahead by the milliseconds in the file that CLOCK_FILE names. Timers are not affected.
import { readFileSync } from 'node:fs';

const readEveryMs = 20;
const RealDate = Date;
let aheadMs = 0;
const read = () => {
  aheadMs = Number(readFileSync(process.env['CLOCK_FILE'] ?? '', 'utf8'));
};
const now = () => RealDate.now() + aheadMs;

read();
setInterval(read, readEveryMs).unref();
globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, newTarget) => Reflect.construct(target, given.length > 0 ? given : [now()], newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
