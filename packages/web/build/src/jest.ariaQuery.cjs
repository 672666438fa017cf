// 150 files of tables that nothing changes. Each test file would load them anew, twice; the environment loads them once for each worker.
module.exports = globalThis.ariaQuery;
