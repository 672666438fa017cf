const swc = require('@swc/jest');

/** Syntax of ES modules, which Jest cannot run uncompiled: `import`, `export` or `import()`, where a statement can begin. */
const isModule = /(?:^[\t ]*|[;}/] *)(?:import|export)\b|\bimport *\(/m;

/**
 * Compiles everything but the CommonJS scripts of installed packages, which are four in five files that a test of a screen loads.
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
