// A fit that never ends.
for (;;);
