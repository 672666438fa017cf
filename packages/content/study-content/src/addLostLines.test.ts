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

it('adds lost lines after the text about the same place, with reference and citation', () => {
  const added = addLostLines(guide, source, undefined, false);
  expect(added.markdownContent).toBe(
    '# Heart failure\n\n## Digoxin\n\nDigoxin slows the heart and strengthens each contraction. [¶2](#paragraph-2)\n\n- Digoxin immune fab is the antidote for digoxin toxicity. [¶3](#paragraph-3)\n\n## Diuretics\n\nFurosemide removes sodium and water through the kidneys. [¶4](#paragraph-4)\n',
  );
  expect(added.sources).toContainEqual({
    pointer: { kind: 'text', paragraph: 3 },
    quote: 'Digoxin immune fab is the antidote for digoxin toxicity.',
  });
});

it('leaves a guide unchanged if it is complete or was meant to be brief', () => {
  const whole = addLostLines(guide, source, undefined, false);
  expect(addLostLines(whole, source, undefined, false)).toBe(whole);
  expect(addLostLines(guide, source, 'a brief summary', true)).toBe(guide);
});

it('adds short lines and headings to a model’s guide, unless it rewords them', () => {
  const lecture = sourceOfText('# Deadlock\n\n## The four conditions\n\n- Mutual exclusion\n- Circular wait\n\n## Dining philosophers');
  const rewordedGuide = {
    ...guide,
    markdownContent: '# Deadlock\n\n## Four conditions\n\nOne of them is a wait that is circular. [¶4](#paragraph-4)\n',
  };
  const { markdownContent } = addLostLines(rewordedGuide, lecture, undefined, false);
  expect(markdownContent).toContain('- Mutual exclusion [¶3](#paragraph-3)');
  expect(markdownContent).toContain('- Dining philosophers [¶5](#paragraph-5)');
  expect(markdownContent).not.toContain('- Circular wait');
  expect(markdownContent).not.toContain('- The four conditions');
});

it('adds nothing to terms, questions or the parts of a worksheet', () => {
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

const markdownFor = (text: string, markdown: string): string =>
  addLostLines({ ...guide, markdownContent: markdown }, sourceOfText(text), undefined, false).markdownContent;

describe('statements added to a model’s guide', () => {
  const guide = '# Leases\n\n## Notice\n\nA lease ends by notice. [¶2](#paragraph-2)\n';

  it('are whole sentences, even if they start in the previous paragraph', () => {
    const text =
      '# Leases\n\nA lease ends by notice.\n\nA landlord who wants the flat for himself cannot\n\nend the lease before March without a court.';
    const markdown = markdownFor(text, guide);
    expect(markdown).toContain('- A landlord who wants the flat for himself cannot end the lease before March without a court. [¶');
    expect(markdown.match(/before March/g)).toHaveLength(1);
    expect(markdown).not.toContain('- end the lease');
  });

  it('include the sentences that they refer back to', () => {
    const text = '# Leases\n\nA lease ends by notice. The deposit covers unpaid rent. It is kept in a separate account of the bank.';
    const markdown = markdownFor(text, guide);
    expect(markdown).toContain('- The deposit covers unpaid rent. It is kept in a separate account of the bank. [¶2](#paragraph-2)');
    expect(markdown.match(/The deposit/g)).toHaveLength(1);
  });

  it('go below the line that they depend on', () => {
    const text = '# Leases\n\nA lease ends by notice.\n\nThe deposit covers:\n\n- unpaid rent\n- broken windows';
    expect(markdownFor(text, guide)).toContain(
      '- The deposit covers:\n  - unpaid rent [¶4](#paragraph-4)\n  - broken windows [¶5](#paragraph-5)\n',
    );
  });

  it('include the header of their table', () => {
    const text = '# Leases\n\nA lease ends by notice.\n\n| Lease | Months of notice |\n|---|---|\n| Flat | 3 |\n| Shop | 6 |';
    expect(markdownFor(text, guide)).toContain('| Lease | Months of notice |\n| --- | --- |\n| Flat | 3 |\n| Shop | 6 |\n\n[¶');
  });

  const fees =
    '# Leases\n\n## Notice\n\nA lease ends by notice.\n\n## Fees\n\nA broker takes two rents from whoever called him.\n\nFees above this limit are returned by the broker.';
  const questions = '## Review questions\n\n1. What ends a lease? *Notice* [¶3](#paragraph-3)\n';

  it('go into the section of their heading, even if it cites another place', () => {
    const markdown = `# Leases\n\n## Fees\n\nBrokers cost money. [¶4](#paragraph-4)\n\n## Notice\n\nA lease ends by notice. [¶3](#paragraph-3)\n\n${questions}`;
    const [, ofFees = '', ofNotice = ''] = markdownFor(fees, markdown).split('\n## ');
    expect(ofFees).toContain('- A broker takes two rents from whoever called him. [¶5](#paragraph-5)');
    expect(ofFees).toContain('- Fees above this limit are returned by the broker. [¶6](#paragraph-6)');
    expect(ofNotice).not.toContain('- ');
  });

  it('go into the section that says most about their place', () => {
    const markdown = `# Leases\n\n## Brokers\n\n- A broker takes two rents from whoever called. [¶5](#paragraph-5)\n- Two rents, not three. [¶5](#paragraph-5)\n\n## Looking back\n\nA lease ends by notice. Brokers cost. [¶5](#paragraph-5)\n\n${questions}`;
    const [, ofBrokers = ''] = markdownFor(fees, markdown).split('\n## ');
    expect(ofBrokers).toContain('- Fees above this limit are returned by the broker. [¶6](#paragraph-6)');
  });

  it.each([
    ['no section cites a place', '## Notice\n\nA lease ends by notice.'],
    ['there is no other section', '## At a glance\n\nA lease ends by notice.'],
  ])('go before the review questions if %s', (_, section) => {
    const markdown = markdownFor(fees, `# Leases\n\n${section}\n\n${questions}`);
    expect(markdown).toContain('- A broker takes two rents');
    expect(markdown.endsWith(questions)).toBe(true);
  });

  it.each([
    ['a key term', '- **Broker**: takes two rents from the person who called [¶5](#paragraph-5)\n\n## Notice'],
    [
      'a key term and a section',
      '- **Broker**: takes rents as a fee [¶5](#paragraph-5)\n\n## Notice\n\nWhoever called him pays two of them. [¶5](#paragraph-5)',
    ],
    ['a section', '- **Fee**: pay\n\n## Notice\n\nFrom the client who called, a broker takes rents twice. [¶5](#paragraph-5)'],
  ])('exclude what %s rewords', (_, parts) => {
    const markdown = markdownFor(fees, `# Leases\n\n## Key terms\n\n${parts}\n\nA lease ends by notice. [¶3](#paragraph-3)\n`);
    expect(markdown).not.toContain('- A broker takes two rents from whoever called him.');
    expect(markdown).toContain('- Fees above this limit are returned by the broker.');
  });
});
