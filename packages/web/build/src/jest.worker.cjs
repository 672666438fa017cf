// Before a finished worker exits, Node tears down its heap of some 500 MB. On a busy machine that takes longer than half a second: then Jest
// kills the worker and wrongly warns of a leak. Calling `process.exit()` skips this.
if (process.argv[1]?.endsWith('processChild.js')) process.on('exit', () => process.exit());
