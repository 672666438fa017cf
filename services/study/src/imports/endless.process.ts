// A reader that never ends, for the test of the time limit.
setInterval(() => undefined, 1_000);
