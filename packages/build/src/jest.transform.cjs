const swc = require('@swc/jest');

/** What only a compiler turns into what Jest runs: an import, an export, or `import()`, at the place where one can begin. */
const isModule = /(?:^[\t ]*|[;}/] *)(?:import|export)\b|\bimport *\(/m;

/**
 * Compiles modules; scripts of installed packages are taken as they are, which is four in five files that a test of a screen loads.
 *
 * @type {import('@jest/transform').TransformerCreator<import('@jest/transform').SyncTransformer, object>}
 */
const createTransformer = (options) => {
  const compiler = swc.createTransformer(options);
  return {
    ...compiler,
    process: (source, file, settings) =>
      file.includes('/node_modules/') && /\.c?js$/.test(file) && !isModule.test(source)
        ? { code: source }
        : compiler.process(source, file, settings),
  };
};

module.exports = { createTransformer };
