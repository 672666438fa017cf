// A worker that is through has nothing left to do, but Node takes its heap of some 500 MB apart before it ends. On a busy machine that takes
// longer than the half second after which jest ends it by force, and speaks of a leak that is none.
if (process.argv[1]?.endsWith('processChild.js')) process.on('exit', () => process.exit());
