const definition = /^export const (\w+) = defineCall\([\s\S]*?\);$/gm;

/**
 * Makes each call of a file of the contract a module of its own, so that a screen's script contains the calls of that screen, not those of the
 * whole remote. `?only=getQuiz` is the file with this call alone, without the sentence for the OpenAPI document.
 *
 * @this {import('webpack').LoaderContext<object>}
 * @param {string} source
 * @throws Error if the file defines calls in another form
 */
module.exports = function separateCalls(source) {
  const names = [...source.matchAll(definition)].map(([, name]) => name);
  if (names.length !== source.split('= defineCall(').length - 1) throw new Error(`${this.resourcePath} defines calls in another form.`);
  const only = new URLSearchParams(this.resourceQuery).get('only');
  if (only === null) return names.map((name) => `export { ${name} } from '${this.resourcePath}?only=${name}';`).join('\n');
  return source
    .replaceAll(definition, (whole, name) => (name === only ? whole : ''))
    .replaceAll(/^ {2}summary:\s+(?:'[^'\n]*'|"[^"\n]*"|`[^`\n]*`),$/gm, "  summary: '',");
};
