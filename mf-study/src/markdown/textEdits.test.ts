import { continueList, editText, toggleGap, toggleList, toggleMark } from './textEdits';

/** A field with its selection between `|` and `|`, or the caret at one `|`. */
const fieldOf = (shown: string): HTMLTextAreaElement => {
  const field = document.createElement('textarea');
  const start = shown.indexOf('|');
  const end = shown.lastIndexOf('|');
  field.value = shown.replaceAll('|', '');
  document.body.append(field);
  field.setSelectionRange(start, end > start ? end - 1 : start);
  return field;
};
const shownIn = ({ value, selectionStart: start, selectionEnd: end }: HTMLTextAreaElement): string =>
  start === end
    ? `${value.slice(0, start)}|${value.slice(start)}`
    : `${value.slice(0, start)}|${value.slice(start, end)}|${value.slice(end)}`;
const after = (editor: Parameters<typeof editText>[1], shown: string): string => {
  const field = fieldOf(shown);
  editText(field, editor);
  return shownIn(field);
};

describe('toggleMark', () => {
  it.each([
    ['**', 'the |heart| pumps', 'the **|heart|** pumps'],
    ['**', 'the **|heart|** pumps', 'the |heart| pumps'],
    ['**', 'the |**heart**| pumps', 'the |heart| pumps'],
    ['**', 'the |heart |pumps', 'the **|heart|** pumps'],
    ['**', 'the he|art pumps', 'the **|heart|** pumps'],
    ['**', 'the | pumps', 'the **|** pumps'],
    ['**', '|hyper|tension', '**|hyper|**tension'],
    ['*', '|hyper|tension', '*|hypertension|*'],
    ['*', '这是|重要|的', '这是*|重要|*的'],
    ['*', '**|heart|**', '***|heart|***'],
    ['*', '***|heart|***', '**|heart|**'],
    ['**', '***|heart|***', '*|heart|*'],
    ['$', '|x^2|', '$|x^2|$'],
    ['$', '$|x^2|$', '|x^2|'],
  ])('%s in %j', (mark, shown, expected) => {
    expect(after(toggleMark(mark), shown)).toBe(expected);
  });
});

describe('toggleList', () => {
  it.each([
    ['a|\nb', '- a|\nb'],
    ['|', '- |'],
    ['x\n|a\nb|\ny', 'x\n|- a\n- b|\ny'],
    ['|- a\n- b|', '|a\nb|'],
    ['|- a\nb|', '|- a\n- b|'],
  ])('%j', (shown, expected) => {
    expect(after(toggleList, shown)).toBe(expected);
  });
});

describe('continueList', () => {
  it.each([
    ['- a|', '- a\n- |'],
    ['2. a|', '2. a\n3. |'],
    ['- a\n- |', '- a\n|'],
  ])('%j', (shown, expected) => {
    expect(after(continueList, shown)).toBe(expected);
  });

  it('leaves other lines to the browser', () => {
    expect(editText(fieldOf('plain|'), continueList)).toBe(false);
  });
});

describe('toggleGap', () => {
  it.each([
    ['|ATP| carries energy', '{{c1::|ATP|}} carries energy'],
    ['{{c1::ATP}} carries |energy|', '{{c1::ATP}} carries {{c2::|energy|}}'],
    ['{{c1::|ATP|}} carries energy', '|ATP| carries energy'],
    ['{{c1::ATP::hi|nt}} carries energy', '|ATP| carries energy'],
    ['carries ene|rgy', 'carries {{c1::|energy|}}'],
  ])('%j', (shown, expected) => {
    expect(after(toggleGap, shown)).toBe(expected);
  });

  it('does nothing without words', () => {
    expect(editText(fieldOf('a |  b'), toggleGap)).toBe(false);
  });
});

test('an edit never exceeds the maximum length', () => {
  const field = fieldOf('|abc|');
  field.maxLength = 5;
  expect(editText(field, toggleMark('**'))).toBe(false);
  expect(field.value).toBe('abc');
});

test('an edit tells the page, like typing', () => {
  const field = fieldOf('|abc|');
  const told: string[] = [];
  field.addEventListener('input', () => told.push(field.value));
  editText(field, toggleMark('*'));
  expect(told).toEqual(['*abc*']);
});
