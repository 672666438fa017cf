/** Why an item was refused, in a sentence that tells whoever made it what to mend. The ids are those of the quality list. */
export const reasons = {
  Q1: 'There must be exactly one right option given as its full text, never as a letter, and two or three wrong ones.',
  Q2: 'Two options say the same; every option must differ from the others.',
  Q3: 'An option is filler or points at other options, or the question repeats another one; write a real option or another question.',
  Q4: 'The question asks for what is NOT so; ask for what is so.',
  Q5: 'The right option differs in length from the wrong ones; make all options alike in length.',
  Q6: 'Grammar gives the answer away (an article, singular or plural, a full stop); build all options in the same way.',
  Q7: 'Only the right option uses words of the question; take them out of it or let wrong options use them too.',
  Q8: 'The options are of different kinds; give all of them the same kind, unit and grammatical form.',
  Q9: 'The question must be one clear question or completion of 5 to 35 words, or a case of at most 90 words that ends in a question.',
  Q10: 'The text refers to what the learner cannot see, such as a slide, a figure or an option by its letter.',
  Q11: 'The explanation must have 60 to 500 characters, give the reason for this answer and add to its words; each option needs a rationale of its own.',
  Q12: 'By the material one of the wrong options is also right, or another option is the right one.',
  G1: 'The quote does not stand letter by letter in the passage that was cited.',
  G2: 'The cited passage does not say what the answer says.',
  G3: 'A number, unit or name is not in the material near the cited passage.',
  G4: 'The text denies or turns round what the material says.',
  G7: 'The text is not in the language of the material.',
  G8: 'The headings are broken, or the parts of the asked style are missing, empty or in another order.',
  G9: 'The guide is far too short for its material.',
  G10: 'The text repeats or follows an order that stands in the material; such orders are nothing to learn.',
  F1: 'A side is empty or a placeholder.',
  F2: 'The front must have at most 20 words and be a question or a cloze, the back at most 25 words.',
  F3: 'The card asks for a list; ask for one fact.',
  F4: 'The answer stands in the front.',
  F5: 'The front does not stand alone; name what it is about, and do not ask for yes or no.',
  F6: 'The card repeats another one.',
} as const;

/** A check of the quality list, by its id. */
export type CheckId = keyof typeof reasons;
