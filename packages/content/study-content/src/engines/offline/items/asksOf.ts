import { contentStems, shared, wordCount, withoutStop } from '../../../text/words.ts';
import type { Acronym, Answered, Fact } from '../facts/Fact.ts';
import type { Ask } from './Ask.ts';
import { AskBuilder, longestBack, type AskContext } from './AskBuilder.ts';
import { definitionAsks } from './definitionAsks.ts';
import { listAsks } from './listAsks.ts';

function answeredAsks({ asks, question, answer, form, sentence, topic }: Answered, build: AskBuilder): Ask[] {
  if (asks !== 'lecturer' && shared(contentStems(question), contentStems(answer)) > 1) return [];
  return [
    build.ask({
      about: question,
      question,
      text: answer,
      pool: { kind: 'answer', form: `${asks}|${form}` },
      rationale:
        asks === 'holding'
          ? `${withoutStop(sentence)} (${build.where}).`
          : `This answers another question: “${question}” (${build.where}).`,
      fact: `${withoutStop(sentence)} (${build.where}).`,
      core: sentence,
      concept: topic,
      // Other answers rarely fit the same question, but other holdings do.
      asQuestion: asks === 'holding',
      asCard: wordCount(answer) <= longestBack,
    }),
  ];
}

/** Only a card: other long forms would not match the letters. */
const acronymAsks = ({ short, long }: Acronym, build: AskBuilder, { phrases }: AskContext): Ask[] => [
  build.ask({ about: short, question: phrases.standsFor(short), text: long, rationale: '', core: `${short}: ${long}`, asCard: true }),
];

/** The item specs of a fact. */
export function asksOf(fact: Fact, context: AskContext): Ask[] {
  const build = new AskBuilder(fact, context);
  switch (fact.type) {
    case 'definition':
      return definitionAsks(fact, build, context);
    case 'answered':
      return answeredAsks(fact, build);
    case 'list':
      return listAsks(fact, build, context);
    case 'cell':
      return [];
    case 'acronym':
      return acronymAsks(fact, build, context);
  }
}
