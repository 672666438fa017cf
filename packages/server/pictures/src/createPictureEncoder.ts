import { byPlace, mostPictures, type PictureProblem } from '@lectern/contracts';
import { FairQueue, fairQueueLimits, type Metrics } from '@lectern/service-kit';
import { EncoderProcess } from './EncoderProcess.ts';
import type { EncodedPictures, FoundPictures, PictureEncoder } from './PictureEncoder.ts';
import { pictureLimits } from './pictureLimits.ts';

/** Decks processed concurrently, each in its own process. */
const slots = 2;
/** From this many bytes on, a deck's pictures are large. */
const largePictures = 4_000_000;
/** An idle process ends after this time, which frees 80 MB. Milliseconds. */
const idleMs = 30_000;

type Decoder = Pick<EncoderProcess, 'encode' | 'stop'>;

/** Encodes the pictures of one deck. A decoder that crashes too often gets no further picture. */
async function encodeAll(decoder: Decoder, { pictures, leftOut }: FoundPictures): Promise<EncodedPictures> {
  const made: EncodedPictures = { pictures: [], leftOut: [...leftOut] };
  let count = 0;
  let crashes = 0;
  for (const { bytes, places } of pictures) {
    const leaveOut = (reason: PictureProblem): void => void made.leftOut.push(...places.map((place) => ({ ...place, reason })));
    if (crashes >= pictureLimits.crashes) {
      leaveOut('damaged');
      continue;
    }
    if (count >= mostPictures) {
      leaveOut('too-many');
      continue;
    }
    const result = await decoder.encode(bytes);
    if (!result) {
      crashes += 1;
      leaveOut('damaged');
    } else if (result.kind === 'problem') leaveOut(result.reason);
    else if (result.kind === 'encoded') {
      const { kind: _kind, ...picture } = result;
      const kept = places.slice(0, mostPictures - count);
      made.pictures.push({ ...picture, places: kept });
      made.leftOut.push(...places.slice(kept.length).map((place) => ({ ...place, reason: 'too-many' as const })));
      count += kept.length;
    }
  }
  made.leftOut.sort(byPlace);
  return made;
}

export interface PictureEncoderOptions {
  metrics: Metrics;
  /** Replaced in tests. */
  startDecoder?: () => Decoder;
}

/** Encodes pictures in separate processes: none while idle, at most two. Learners wait in a fair queue. */
export function createPictureEncoder({
  metrics,
  startDecoder = () => new EncoderProcess(),
}: PictureEncoderOptions): PictureEncoder & { close: () => void } {
  const queue = new FairQueue({ slots, largeSlots: slots - 1, ...fairQueueLimits, name: 'pictures', metrics });
  const idle = new Map<Decoder, NodeJS.Timeout>();
  const take = (): Decoder => {
    const [free] = idle.keys();
    if (!free) return startDecoder();
    clearTimeout(idle.get(free));
    idle.delete(free);
    return free;
  };
  const giveBack = (decoder: Decoder): void => {
    const timer = setTimeout(() => {
      idle.delete(decoder);
      decoder.stop();
    }, idleMs);
    timer.unref();
    idle.set(decoder, timer);
  };
  return {
    async encode(userId, found) {
      if (found.pictures.length === 0) return { pictures: [], leftOut: found.leftOut };
      const isLarge = found.pictures.reduce((sum, { bytes }) => sum + bytes.byteLength, 0) > largePictures;
      return queue.run(userId, isLarge, async () => {
        const decoder = take();
        try {
          return await encodeAll(decoder, found);
        } finally {
          giveBack(decoder);
        }
      });
    },
    close() {
      for (const [decoder, timer] of idle) {
        clearTimeout(timer);
        decoder.stop();
      }
      idle.clear();
    },
  };
}
