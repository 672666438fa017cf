// Imported before a part of a site: its `Date` is ahead by as many milliseconds as the file that CLOCK_FILE names says. Timers run as always.
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
