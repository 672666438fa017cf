import { inContext } from './inContext.ts';

const names: ReadonlySet<string> = new Set();

it.each([
  // Only words that stand in lectures of all subjects: the question is asked of something.
  ['What is “security”?', 'Transport Layer Protocols', 'Protection of data', 'Transport layer protocols: what is “security”?'],
  // A word of the subject's own tells what it is about.
  ['What is “orthopnea”?', 'Words for Breathlessness', 'Shortness of breath', 'What is “orthopnea”?'],
  // The topic would give the answer away.
  ['What is “security”?', 'Protection of Assets', 'Protection of data', 'What is “security”?'],
  // A topic that names a part of the lecture says nothing.
  ['What is “security”?', 'Introduction', 'Protection of data', 'What is “security”?'],
  ['What is “security”?', 'Which layers are there?', 'Protection of data', 'What is “security”?'],
])('%s below “%s”', (question, topic, answer, expected) => {
  expect(inContext(question, topic, answer, names)).toBe(expected);
});
