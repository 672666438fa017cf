import { sourceOfText } from '@lectern/documents';
import { addLostLines } from './addLostLines.ts';

const source = sourceOfText(`# Heart failure

Digoxin slows the heart and strengthens each contraction.

Digoxin immune fab is the antidote for digoxin toxicity.

Furosemide removes sodium and water through the kidneys.`);
const quote = 'Digoxin slows the heart and strengthens each contraction.';
const guide = {
  title: 'Heart failure',
  overview: 'Medicines.',
  markdownContent:
    '# Heart failure\n\n## Digoxin\n\nDigoxin slows the heart and strengthens each contraction. [¶2](#paragraph-2)\n\n## Diuretics\n\nFurosemide removes sodium and water through the kidneys. [¶4](#paragraph-4)\n',
  sources: [{ pointer: { kind: 'text' as const, paragraph: 2 }, quote }],
};

it('adds what a guide left out behind what it says of the same place, with its reference and citation', () => {
  const added = addLostLines(guide, source, undefined, false);
  expect(added.markdownContent).toBe(
    '# Heart failure\n\n## Digoxin\n\nDigoxin slows the heart and strengthens each contraction. [¶2](#paragraph-2)\n\n- Digoxin immune fab is the antidote for digoxin toxicity. [¶3](#paragraph-3)\n\n## Diuretics\n\nFurosemide removes sodium and water through the kidneys. [¶4](#paragraph-4)\n',
  );
  expect(added.sources).toContainEqual({
    pointer: { kind: 'text', paragraph: 3 },
    quote: 'Digoxin immune fab is the antidote for digoxin toxicity.',
  });
});

it('leaves a guide alone that keeps everything, and one that was to be brief', () => {
  const whole = addLostLines(guide, source, undefined, false);
  expect(addLostLines(whole, source, undefined, false)).toBe(whole);
  expect(addLostLines(guide, source, 'a brief summary', true)).toBe(guide);
});

it('adds short lines and headings to the guide of a model, unless it says them in other words', () => {
  const lecture = sourceOfText('# Deadlock\n\n## The four conditions\n\n- Mutual exclusion\n- Circular wait\n\n## Dining philosophers');
  const told = {
    ...guide,
    markdownContent: '# Deadlock\n\n## Four conditions\n\nOne of them is a wait that is circular. [¶4](#paragraph-4)\n',
  };
  const { markdownContent } = addLostLines(told, lecture, undefined, false);
  expect(markdownContent).toContain('- Mutual exclusion [¶3](#paragraph-3)');
  expect(markdownContent).toContain('- Dining philosophers [¶5](#paragraph-5)');
  expect(markdownContent).not.toContain('- Circular wait');
  expect(markdownContent).not.toContain('- The four conditions');
});

it('adds nothing to what gathers terms, questions or the parts of a worksheet', () => {
  const gathered =
    '## Review questions\n\n1. What slows the heart? *Digoxin* [¶3](#paragraph-3)\n\n## SOAP worksheet\n\n### Plan\n\n- Give digoxin [¶3](#paragraph-3)\n';
  const { markdownContent } = addLostLines(
    { ...guide, markdownContent: `${guide.markdownContent}\n${gathered}` },
    source,
    undefined,
    false,
  );
  expect(markdownContent.endsWith(gathered)).toBe(true);
  expect(markdownContent).toContain('contraction. [¶2](#paragraph-2)\n\n- Digoxin immune fab is the antidote');
});
