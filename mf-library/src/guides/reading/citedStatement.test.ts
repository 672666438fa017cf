import type { Citation } from '@lectern/contracts';
import { quotesOfStatement } from './citedStatement';

const citation = (quote: string, paragraph: number): Citation => ({ pointer: { kind: 'slide', slide: 4, part: 'body', paragraph }, quote });
const quotes = [citation('Glucose is split', 1), citation('In the cytosol', 2), citation('Without oxygen', 3)];
const mark = '<sup data-label="4"><button>4</button></sup>';

/** The quotes of each reference in a guide, in the order of the text. */
const quotesIn = (html: string): string[][] => {
  document.body.innerHTML = `<div data-guide-text>${html}</div>`;
  return [...document.querySelectorAll('button')].map((button) => quotesOfStatement(button, quotes).map(({ quote }) => quote));
};

test('a reference has the quotes of the text between the one before and itself', () => {
  expect(quotesIn(`<h2>Glycolysis</h2><p>Glucose is split. ${mark} <strong>In</strong> the cytosol: ${mark}</p>`)).toEqual([
    ['Glucose is split'],
    ['In the cytosol'],
  ]);
});

test('a reference below a list has the quotes of all its lines, and those in a row share them', () => {
  const list = `<h2>Glycolysis</h2><ul><li>Glucose is split</li><li>Without oxygen ${mark} ${mark}</li></ul>`;
  expect(quotesIn(list)).toEqual([
    ['Glucose is split', 'Without oxygen'],
    ['Glucose is split', 'Without oxygen'],
  ]);
});

test('a statement in other words has all quotes of its place', () => {
  expect(quotesIn(`<h2>Glycolysis</h2><p>Sugar breaks up. ${mark}</p>`)).toEqual([quotes.map(({ quote }) => quote)]);
});
