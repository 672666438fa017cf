const kept: string[][] = [];
for (;;) kept.push(Array.from({ length: 10_000 }, (_, index) => `${index} of ${kept.length}`));
