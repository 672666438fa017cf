const swc = require('@swc/jest');

/** Statements of ES modules, `import()` and `import.meta`, also where they follow another statement without a blank. */
const moduleSyntax = /(?:^|[\s;}/)])(?:import|export)\s*[\w$"'{*]|\bimport\s*(?:\(|\.\s*meta)/;

/**
 * What ES modules are made CommonJS by. A file that a package ships as CommonJS is taken as it is: every part's tests would compile it anew, and
 * the icons alone are 45,000 lines.
 */
module.exports = {
  createTransformer(options) {
    const transformer = swc.createTransformer(options);
    const isReady = (source, file) => /[\\/]node_modules[\\/]/.test(file) && !moduleSyntax.test(source);
    return {
      ...transformer,
      process: (source, file, more) => (isReady(source, file) ? { code: source } : transformer.process(source, file, more)),
      processAsync: async (source, file, more) => (isReady(source, file) ? { code: source } : transformer.processAsync(source, file, more)),
    };
  },
};
