/** A seeded random generator, so that every run is the same. */
export function seededNumbers(seed: number): (below: number) => number {
  // Mixed, so that the numbers of neighbouring seeds do not begin alike (the last step of MurmurHash3).
  let state = Math.imul(seed ^ (seed >>> 16), 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
  state ^= state >>> 16;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

/** Bytes changed, cut out, repeated, or replaced by one of the marks of the format, at one to four places. */
export function mutate(bytes: Uint8Array, random: (below: number) => number, marks: readonly string[]): Uint8Array<ArrayBuffer> {
  let result = Buffer.from(bytes);
  for (let changes = 1 + random(4); changes > 0 && result.length > 0; changes -= 1) {
    const at = random(result.length);
    const length = 1 + random(random(4) === 0 ? 400 : 4);
    switch (random(4)) {
      case 0:
        result[at] = random(256);
        break;
      case 1:
        result = Buffer.concat([result.subarray(0, at), result.subarray(at + length)]);
        break;
      case 2: {
        const from = random(result.length);
        result = Buffer.concat([result.subarray(0, at), result.subarray(from, from + length), result.subarray(at)]);
        break;
      }
      default:
        result.write(marks[random(marks.length)] ?? '', at);
    }
  }
  return new Uint8Array(result);
}
