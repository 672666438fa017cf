// A fit that exceeds its memory outside the heap.
const held: Uint8Array[] = [];
for (;;) held.push(new Uint8Array(10_000_000).fill(1));
