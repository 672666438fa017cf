import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import webpack from 'webpack';

/**
 * Builds a frontend by its own configuration.
 *
 * @param {{ folder: string, configFile: string }} options
 * @returns {Promise<{ isBuilt: boolean, report: string }>} `report` has webpack's errors and warnings, if any.
 */
export const buildFrontend = async ({ folder, configFile }) => {
  const { default: config } = await import(pathToFileURL(join(folder, configFile)).href);
  const compiler = webpack([config].flat());
  if (!compiler) throw new Error(`${folder}: ${configFile} has no configuration.`);
  const stats = await new Promise((resolve, reject) => {
    compiler.run((error, result) => (error ? reject(error) : resolve(result)));
  });
  await new Promise((resolve) => compiler.close(resolve));
  const hasNews = stats.hasErrors() || stats.hasWarnings();
  return { isBuilt: !stats.hasErrors(), report: hasNews ? stats.toString({ preset: 'errors-warnings', colors: false }) : '' };
};
