import type { Pointer } from '@lectern/contracts';
import { shownPlace } from '../../../text/pointers.ts';
import { contentStems, lowerFirst, shared, upperFirst } from '../../../text/words.ts';
import type { Fact, Facts } from '../facts/Fact.ts';
import { isPluralNoun } from '../facts/grammar.ts';
import type { Phrases } from '../phrases.ts';
import type { Ask, Pool } from './Ask.ts';
import type { MeaningKind } from './termKinds.ts';

/** The most words of a card's back (docs/quality.md, `short-card`). */
export const longestBack = 25;

/** What every fact is asked with. */
export interface AskContext {
  facts: Facts;
  phrases: Phrases;
  isEnglish: boolean;
}

/** The pool of terms whose meanings are of one kind; those in the plural are apart, because the verb of the question would tell. */
export const termPool = (isPlural: boolean, kind: MeaningKind): Pool => ({ kind: 'term', form: `${isPlural ? 'many' : 'one'}|${kind}` });

/** The pool of people, who alone answer "Who …?". */
export const personPool: Pool = { kind: 'term', form: 'person' };

/** "slide 3", "paragraph 2": the number that a learner sees. */
export const placeName = (phrases: Phrases, pointer: Pointer): string => {
  const { kind, number } = shownPlace(pointer);
  return phrases[kind](number);
};

/** Names with an article: "the Privacy Act". */
const ofInstitution =
  /^(?!the )\p{Lu}.* (?:Act|Law|Code|Amendment|Convention|Treaty|Constitution|Commission|Agency|Administration|Committee|Council|Court|Party|War|Revolution|Movement|Empire|Kingdom|Republic)(?: \([^()]*\))?$/u;

/** Nouns that name what happens or a quality, which have no article. */
const abstract = /(?:tion|sion|ness|ity|ism|ing|ment|sis|ance|ence|ware|graphy|logy|cy|ship)$/i;

/** Builds the asks of one fact: what they have in common stands here once. */
export class AskBuilder {
  readonly where: string;
  private readonly fact: Fact;
  private readonly context: AskContext;

  constructor(fact: Fact, context: AskContext) {
    this.fact = fact;
    this.context = context;
    this.where = placeName(context.phrases, fact.source.pointer);
  }

  lower = (text: string): string => (this.context.isEnglish ? lowerFirst(text, this.context.facts.names) : text);

  /** A term with the article that the material gives it. */
  withArticle = (term: string): string => {
    const name = this.lower(term);
    return ofInstitution.test(name) ? `the ${name}` : this.context.facts.withArticle(name);
  };

  /** A term as a question names it; one of which it is not sure whether it has an article is quoted. */
  named(term: string): string {
    const name = this.withArticle(term);
    const isSure = name !== this.lower(term) || isPluralNoun(term) || abstract.test(name) || !/^\p{Ll}/u.test(name);
    return isSure ? name : `“${name}”`;
  }

  /** "What is a waiver?", "What are norms?", "What is meant by “obligate anaerobe”?" */
  whatIs(term: string): string {
    const name = this.named(term);
    return name.startsWith('“') ? `What is meant by ${name}?` : `What ${isPluralNoun(term) ? 'are' : 'is'} ${name}?`;
  }

  ask(parts: Pick<Ask, 'question' | 'text' | 'about' | 'rationale' | 'core'> & Partial<Ask>): Ask {
    const { topic, place, source } = this.fact;
    const own = 'group' in this.fact ? { group: this.fact.group } : {};
    return {
      topic,
      place,
      source,
      ...own,
      concept: parts.about,
      origin: this.fact,
      fact: parts.rationale,
      ...parts,
      text: upperFirst(parts.text),
    };
  }
}

/** Whether a term and what is said of it have words in common, so that one gives the other away. */
export const leaks = (subject: string, said: string): boolean => shared(contentStems(subject), contentStems(said)) > 0;
