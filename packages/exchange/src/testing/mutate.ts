/** A seeded random generator, so that every run is the same. @returns numbers from 0 to below `below` */
export function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

const joined = (...parts: Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts));

/** Bytes changed, cut out or put in, at one to four places. */
export function mutate(bytes: Uint8Array, random: (below: number) => number): Uint8Array {
  let result: Uint8Array = new Uint8Array(bytes);
  for (let changes = random(4) + 1; changes > 0; changes -= 1) {
    const at = random(result.length);
    const length = Math.min(random(40) + 1, result.length - at);
    const kind = random(4);
    if (kind === 0) result[at] = random(256);
    else if (kind === 1) result = joined(result.subarray(0, at), result.subarray(at + length));
    else if (kind === 2) result = joined(result.subarray(0, at + length), result.subarray(at));
    else result.fill(random(2) * 255, at, at + length);
  }
  return result;
}
