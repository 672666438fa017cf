/** Numbers from 0 up to 1 by a seed (xorshift32): the same seed gives the same evaluation on every machine. */
export function randomFrom(seed: number): () => number {
  // A few steps spread neighbouring seeds; zero would stay zero.
  let state = (Math.imul(seed + 1, 0x9e3779b1) ^ 0x5bd1e995) >>> 0 || 1;
  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 4_294_967_296;
  };
  for (let step = 0; step < 8; step += 1) next();
  return next;
}

/** Returns a copy of a list in random order. */
export const shuffled = <T>(list: readonly T[], random: () => number): T[] =>
  list
    .map((item) => ({ item, at: random() }))
    .sort((left, right) => left.at - right.at)
    .map(({ item }) => item);
