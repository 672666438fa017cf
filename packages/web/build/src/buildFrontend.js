import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import webpack from 'webpack';

const runOnce = async (/** @type {import('webpack').MultiCompiler} */ compiler) => {
  try {
    return await promisify(compiler.run.bind(compiler))();
  } finally {
    await promisify(compiler.close.bind(compiler))();
  }
};

/**
 * Builds a frontend with its own configuration.
 *
 * @param {{ folder: string, configFile: string }} options
 * @returns {Promise<{ isBuilt: boolean, report: string }>} `report` contains webpack's errors and warnings, if any.
 */
export const buildFrontend = async ({ folder, configFile }) => {
  const { default: config } = await import(pathToFileURL(join(folder, configFile)).href);
  const compiler = webpack([config].flat());
  if (!compiler) throw new Error(`${folder}: ${configFile} has no configuration.`);
  const stats = await runOnce(compiler);
  const hasNews = stats.hasErrors() || stats.hasWarnings();
  return { isBuilt: !stats.hasErrors(), report: hasNews ? stats.toString({ preset: 'errors-warnings', colors: false }) : '' };
};
