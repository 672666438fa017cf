import { fitParameters } from './fitParameters.ts';
import { unpackHistories, type PackedHistories } from './packedHistories.ts';

process.once('disconnect', () => process.exit());
process.once('message', async (histories: PackedHistories) => {
  process.send?.({ fit: await fitParameters(unpackHistories(histories)) });
});
