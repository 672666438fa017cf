// A fit that uses more memory than it has, outside of its heap.
const held: Uint8Array[] = [];
for (;;) held.push(new Uint8Array(10_000_000).fill(1));
