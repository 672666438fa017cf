import { phrasesFor } from './phrases.ts';

describe('the question for a cell of a table', () => {
  it.each([
    ['flow', 'nasal cannula', 'What is the flow for nasal cannula?'],
    ['main products', 'glycolysis', 'What are the main products of glycolysis?'],
    ['Why it is done', 'chest x-ray', 'Why is chest x-ray done?'],
    ['When it is used', 'mucolytics', 'When are mucolytics used?'],
    ['What it measures', 'residual volume', 'What does residual volume measure?'],
    ['Why it matters', 'draught', 'Why does draught matter?'],
    ['When to use it', 'tripod position', 'When should one use tripod position?'],
    ['What COPD does to it', 'residual volume', 'What does COPD do to residual volume?'],
    ['How the law treats it', 'an advertisement', 'How does the law treat an advertisement?'],
    ['What the nurse watches', 'beta blockers', 'What does the nurse watch with beta blockers?'],
    ['What you watch for', 'beta blockers', 'What do you watch for with beta blockers?'],
    ['When you fire it', 'stoneware', 'When do you fire stoneware?'],
    ['What you need to know', 'shellac', 'What do you need to know about shellac?'],
    ['What you are aiming for', 'the second coat', 'What are you aiming for with the second coat?'],
    ['How it dries, and what you watch', 'linseed oil', 'How does linseed oil dry, and what do you watch?'],
    ['What it means', 'cracks and stains', 'What do cracks and stains mean?'],
    ['meaning', 'a raised flag', 'What does a raised flag mean?'],
    ['definition in one sentence', 'chronic bronchitis', 'What is chronic bronchitis?'],
    ['description', 'childhood infections', 'What are childhood infections?'],
  ])('%s, %s', (header, row, question) => {
    expect(phrasesFor('en').cell(header, row)).toBe(question);
  });

  it.each([
    ['What grows there', 'the tidal flat'],
    ['rescue or maintenance', 'steroids'],
    ['cost', 'firing the old kiln of the abbey with wood'],
  ])('makes none of: %s, %s', (header, row) => {
    expect(phrasesFor('en').cell(header, row)).toBeUndefined();
  });

  it('names the things that a table compares', () => {
    const { compared, differ } = phrasesFor('en');
    expect(compared?.('steel', ['iron', 'brass'])).toBe('Which of these describes steel, in contrast to iron and brass?');
    expect(differ?.(['steel', 'brass'], 'melting point')).toBe('How do steel and brass differ in melting point?');
  });
});
