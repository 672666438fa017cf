import type { Source } from '@lectern/contracts';
import { withoutStop, wordCount } from '../../../text/words.ts';
import { sentencesOf } from '../../../text/sentences.ts';
import type { Tagger } from '../posTagger.ts';
import { type Statement, withoutFootnotes } from '../statements.ts';
import type { Answered } from './Fact.ts';
import { finiteVerb, formOf } from './grammar.ts';
import { placed } from './definitions.ts';

/** Yes/no questions make poor cards. */
const yesOrNo = /^(can|could|is|are|was|were|do|does|did|will|would|should|may|must|has|have)\b/i;
const addressed = /\b(you|your|we|our|us|i|this|these|those|it|they)\b/i;

/** Extracts the lecturer's questions from slides whose notes answer each question in one paragraph. */
export function lecturerAnswersOf(source: Source, tag: Tagger): Answered[] {
  const slides = new Map<number, { title: string; questions: number[]; answers: number[]; others: number }>();
  source.passages.forEach(({ pointer, text, kind }, index) => {
    if (pointer.kind !== 'slide') return;
    const slide = slides.get(pointer.slide) ?? { title: '', questions: [], answers: [], others: 0 };
    slides.set(pointer.slide, slide);
    if (pointer.part === 'notes') slide.answers.push(index);
    else if (kind === 'title') slide.title = text;
    else if (text.endsWith('?')) slide.questions.push(index);
    else slide.others += 1;
  });
  return [...slides.entries()].flatMap(([place, { title, questions, answers, others }]): Answered[] => {
    if (questions.length < 2 || questions.length !== answers.length || others > 0) return [];
    return questions.flatMap((at, order): Answered[] => {
      const question = sentencesOf(source.passages[at]?.text ?? '');
      const passage = source.passages[answers[order] ?? -1];
      const quote = passage && sentencesOf(passage.text)[0];
      if (
        question.length !== 1 ||
        !passage ||
        quote === undefined ||
        !question[0] ||
        addressed.test(question[0]) ||
        yesOrNo.test(question[0]) ||
        wordCount(question[0]) > 20
      )
        return [];
      const answer = withoutFootnotes(quote);
      // An answer that starts with a pronoun depends on its question.
      if (/^(this|these|it|they|that|he|she)\b/i.test(answer) || wordCount(answer) > 30 || /\?$/.test(answer)) return [];
      return [
        {
          type: 'answered',
          origin: 'lecturer',
          question: question[0],
          answer,
          sentence: `${question[0]} ${answer}`,
          form: /^to\s/i.test(answer) ? 'purpose' : finiteVerb(tag(answer)) > 0 ? 'sentence' : formOf(answer, tag),
          topic: title || source.title,
          place,
          index: answers[order] ?? at,
          source: { pointer: passage.pointer, quote },
        },
      ];
    });
  });
}

const caseName = "\\p{Lu}[\\p{L}.&’'-]*(?:,? (?:of|the|and|&|for|Inc\\.?|Co\\.?|Ltd\\.?|Corp\\.?|\\p{Lu}[\\p{L}.&’'-]*)){0,6}";
const caseNames = new RegExp(`(?<![\\p{L}.&’'-])(${caseName}) vs?\\.? (${caseName})`, 'u');
const decided = /\b(?:held|ruled|decided|found|concluded|establish(?:ed|ing)|holding) that (.{15,220})$/iu;

/** Extracts a court's holding from a sentence. The case is named there or in the previous sentence of the slide. */
export function holdingOf(statement: Statement, before: Statement | undefined, tag: Tagger): Answered | undefined {
  const text = withoutStop(statement.text);
  const held = /\b(court|judges?|lords|tribunal|case|decision)\b/i.test(text) ? decided.exec(text)?.[1] : undefined;
  if (held === undefined || wordCount(held) > 32 || /\b(this|these|those|such)\b/i.test(held)) return undefined;
  const near = before?.place === statement.place ? before.text : '';
  const name = (caseNames.exec(text) ?? caseNames.exec(near))?.[0].replace(/^In (?=\p{Lu})/u, '').replace(/,(?: the)?$/, '');
  if (name === undefined) return undefined;
  return {
    type: 'answered',
    origin: 'holding',
    question: `What did the court hold in ${name}?`,
    answer: `That ${held}`,
    form: formOf(held, tag) === 'none' ? '' : 'that',
    sentence: text,
    ...placed(statement),
  };
}
