const { createRequire } = require('node:module');
const { dirname } = require('node:path');
const { setFlagsFromString } = require('node:v8');

const fromEnvironment = createRequire(require.resolve('jest-environment-jsdom'));
const jsdom = dirname(fromEnvironment.resolve('jsdom/package.json'));
const selectors = require(`${jsdom}/lib/jsdom/living/helpers/selectors.js`);

/** The name and the rest of the last part of a selector: `button` and `.b:hover` of `.a > button.b:hover`. */
const lastPart = /(?:^|[\s>+~])([\w-]*|\*)((?:[.#:]{1,2}[\w-]+|\[[\w-]+(?:[~|^$*]?=["']?[\w-]*["']?)?\])*)$/;

/**
 * What an element needs for a selector to match it: one of these names with its classes. Undefined where the selector does not show it.
 *
 * @type {(selector: string) => readonly { name: string, classes: readonly string[] }[] | undefined}
 */
const needsOf = (selector) => {
  const needs = [];
  for (const each of selector.replace(/\([^()]*\)/g, '').split(',')) {
    const [, name, rest] = lastPart.exec(each.trim()) ?? [];
    if (rest === undefined) return undefined;
    const classes = Array.from(rest.replace(/\[[^[\]]*\]/g, '').matchAll(/\.([\w-]+)/g), (found) => found[1]);
    needs.push({ name: name === '*' ? '' : name.toLowerCase(), classes });
  }
  return needs;
};
const needsOfSelectors = new Map();

// For the style of an element jsdom tests each rule of the page and of its own style sheet. 24 of 25 need a name or a class that the element lacks.
// jsdom's other modules take the function when they are loaded, which is below.
const { matchesDontThrow } = selectors;
selectors.matchesDontThrow = (element, selector) => {
  // A rule that is no style, such as @font-face.
  if (!selector) return false;
  if (!needsOfSelectors.has(selector)) needsOfSelectors.set(selector, needsOf(selector));
  const needs = needsOfSelectors.get(selector);
  if (needs !== undefined) {
    const own = element.getAttributeNS(null, 'class')?.split(/\s+/) ?? [];
    const has = ({ name, classes }) => (name === '' || name === element._localName) && classes.every((each) => own.includes(each));
    if (!needs.some(has)) return false;
  }
  return matchesDontThrow(element, selector);
};

const { TestEnvironment } = require('jest-environment-jsdom');
const ariaQuery = createRequire(require.resolve('@testing-library/dom'))('aria-query');

/**
 * jsdom, with the tables of roles that `jest.ariaQuery.cjs` gives to the test file. Without the compiler that optimises most: a file's code lives for
 * seconds, so that its work is lost, some tenth of all. A worker also runs files that compute a lot, so the compiler is on again after each file.
 */
class WebEnvironment extends TestEnvironment {
  constructor(...given) {
    super(...given);
    this.global.ariaQuery = ariaQuery;
    setFlagsFromString('--no-turbofan');
  }

  async teardown() {
    setFlagsFromString('--turbofan');
    await super.teardown();
  }
}

module.exports = Object.assign(WebEnvironment, { needsOf });
