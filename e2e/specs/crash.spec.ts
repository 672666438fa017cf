import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { call, fileForm, newLearner, textForm } from '../support/api.ts';
import { sampleDeck } from '../support/decks.ts';
import { startSite } from '../support/site.ts';

test('a crash in the middle of a creation uses up no limit and leaves nothing half-made', async () => {
  const site = await startSite();
  const library = () => (JSON.parse(readFileSync(join(site.dataFolder, 'pids.json'), 'utf8')) as Record<string, number>)['library'] ?? 0;
  try {
    const { token } = await newLearner(site);
    const list = async () => (await call('GET', '/study-materials', { token }, site.api)).body as { _id: string }[];
    const limits = () => call('GET', '/subscription/limits', { token }, site.api);
    const create = (form: FormData, key: string) =>
      call('POST', '/study-materials/unified', { token, form, headers: { 'idempotency-key': key } }, site.api);

    // Kills the library at different moments: before, while and after the deck is read and the guide stored.
    for (const [round, delayMs] of [15, 60, 150, 400].entries()) {
      const killed = library();
      const answer = create(fileForm(sampleDeck('law-contract-formation.pptx')), `crash-${round}`);
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      process.kill(killed, 'SIGKILL');
      const { status } = await answer;
      expect([201, 502, 503]).toContain(status);
      await expect.poll(async () => library() !== killed && (await call('GET', '/study-materials', { token }, site.api)).status).toBe(200);
      // Repeating the request returns the one guide, whether or not the first try had stored it.
      const again = await create(fileForm(sampleDeck('law-contract-formation.pptx')), `crash-${round}`);
      expect(again.status).toBe(201);
      const guides = await list();
      expect(guides).toHaveLength(round + 1);
      expect(guides.map((guide) => guide._id)).toContain(again.body._id);
      // Billing fetches the counts, and falls back to the last known ones after half a second.
      await expect.poll(limits).toMatchObject({ status: 200, body: { studyMaterials: { current: guides.length } } });
      for (const { _id } of guides) expect((await call('GET', `/study-materials/${_id}`, { token }, site.api)).status).toBe(200);
    }
    expect((await create(textForm('The fifth is allowed.'), 'fifth')).status).toBe(201);
    expect((await create(textForm('The sixth is not.'), 'sixth')).status).toBe(403);
  } finally {
    await site.stop();
  }
});
