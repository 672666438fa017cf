import { expect, test } from '@playwright/test';
import { networkLimits, ownerLimits } from '@lectern/contracts';
import { call, newLearner, newNetwork, theSite } from '../../support/api.ts';

/** Reads an address repeatedly, a hundred requests at a time, from each network in turn. Returns the statuses. */
const readOften = async (url: string, times: number, networks: readonly string[]): Promise<number[]> => {
  const statuses: number[] = [];
  for (let from = 0; from < times; from += 100)
    statuses.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(100, times - from) }, async (_, index) => {
          const answer = await fetch(url, { headers: { 'x-forwarded-for': networks[(from + index) % networks.length] ?? '' } });
          await answer.arrayBuffer();
          if (answer.status === 429) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
          return answer.status;
        }),
      )),
    );
  return statuses;
};
const countOf = (statuses: readonly number[], wanted: number): number => statuses.filter((status) => status === wanted).length;

test('a calendar that is read without end is refused, for its owner and for the network', async () => {
  const { token } = await newLearner();
  const { url } = (await call('POST', '/reviews/calendar', { token })).body as { url: string };
  const networks = Array.from({ length: 20 }, newNetwork);

  const read = await readOften(url, 300, networks);
  expect(countOf(read, 200)).toBe(ownerLimits.calendars.most);
  expect(countOf(read, 429)).toBe(300 - ownerLimits.calendars.most);

  // A forged address counts against the network, but not against its supposed owner.
  const { url: other } = (await call('POST', '/reviews/calendar', { token: (await newLearner()).token })).body as { url: string };
  const forged = other.replace(/[^.]{43}\.ics$/, `${'A'.repeat(43)}.ics`);
  const network = newNetwork();
  const guessed = await readOften(forged, networkLimits.calendars.most + 300, [network]);
  expect(countOf(guessed, 404)).toBeLessThanOrEqual(networkLimits.calendars.most * 1.1);
  expect(countOf(guessed, 429)).toBeGreaterThan(200);
  expect(await readOften(other, 1, [newNetwork()])).toEqual([200]);
  // The network's other calls still work.
  const login = await fetch(`${theSite().api}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': network },
    body: JSON.stringify({ email: 'nobody@students.example', password: 'a wrong password' }),
  });
  expect(login.status).toBe(401);
});
