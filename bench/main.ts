import { benchApkg } from './apkg.ts';
import { benchContent, benchTexts } from './content.ts';
import { benchDocuments } from './documents.ts';
import { benchEvening } from './evening.ts';
import { benchFaults } from './faults.ts';
import { benchFederation } from './federation.ts';
import { benchFirstView } from './firstView.ts';
import { benchGateway } from './gateway.ts';
import { benchGeneration } from './generation.ts';
import { benchInteractions } from './interactions.ts';
import { benchLibrary } from './library.ts';
import { benchLighthouse } from './lighthouse.ts';
import { benchList } from './list.ts';
import { benchPptx } from './pptx.ts';
import { benchPredictions } from './predictions.ts';
import { benchReviews } from './reviews.ts';
import { benchScale } from './scale.ts';
import { benchSearch } from './search.ts';
import { benchSite } from './site.ts';
import { benchStart } from './start.ts';
import { print } from './table.ts';
import { benchWeights } from './weights.ts';

/**
 * `npm run bench [NAME …]` runs these benchmarks, or all. Each compares within one run, because machines differ and are noisy. Names:
 * apkg, content, documents, evening, faults, federation, firstView, gateway, generation, interactions, library, lighthouse, list, pptx,
 * predictions, reviews, scale, search, start, weights.
 */
const wanted = process.argv.slice(2);
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);

if (isWanted('apkg')) print('Reading packages of Anki, times as fast as its own import', await benchApkg());
if (isWanted('content')) {
  print('Study content of every deck, time beside the mean', benchContent());
  print('Hostile texts of a million characters, times as long as a quarter of them', await benchTexts());
}
if (isWanted('documents')) print('Reading PDFs, times as fast as pdfminer.six', await benchDocuments());
if (isWanted('evening')) print('An evening of 200 learners, a minute of it', await benchEvening());
if (isWanted('faults')) print('Calls of others while one line is slow, cut or half open, bound 1.2', await benchFaults());
if (isWanted('federation')) await benchFederation(print);
if (isWanted('firstView')) print('First view at 50 kB/s and 150 ms, beside 2 s', await benchFirstView());
if (isWanted('gateway')) print('Gateway, requests a second', await benchGateway(benchSite()));
if (isWanted('generation')) print('Generation from 80 slides, CPU time beside its limit', await benchGeneration());
if (isWanted('interactions')) print('Input to the next paint, processor four times slower, bound 100 ms', await benchInteractions());
if (isWanted('library')) print('A learner with 2,000 guides against one with 20, bound 1.3', await benchLibrary());
if (isWanted('lighthouse')) print('Lighthouse, mobile and simulated', await benchLighthouse());
if (isWanted('list')) print('The list of guides, 2,000 against 20', await benchList());
if (isWanted('pptx')) print('Reading .pptx, times as fast as other readers', await benchPptx());
if (isWanted('predictions')) print('Recall predicted for a public log of reviews, log loss beside the mean', benchPredictions());
if (isWanted('reviews')) print('Reviewing, 20,000 cards and 200,000 reviews against 200 and 2,000', await benchReviews());
if (isWanted('scale')) print('The ten most used calls among a million items against an empty store, bound 1.3', await benchScale());
if (isWanted('search')) print('Calls of one learner while another searches five guides of 2 MB ten times', await benchSearch());
if (isWanted('start')) {
  const { start, idle } = await benchStart();
  print('Start', start);
  print('Resident memory and processor time when idle', idle);
}
if (isWanted('weights')) print('JavaScript of each page against its limit', await benchWeights());
