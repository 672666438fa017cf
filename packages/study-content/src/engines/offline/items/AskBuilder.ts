import type { Pointer } from '@lectern/contracts';
import { contentStems, lowerFirst, shared, upperFirst } from '../../../text/words.ts';
import type { Fact, Facts } from '../facts/Fact.ts';
import { isPluralNoun } from '../facts/grammar.ts';
import type { Phrases } from '../phrases.ts';
import type { Ask, Pool } from './Ask.ts';
import { inContext } from './inContext.ts';

/** The most words of a card's back (docs/quality.md, `short-card`). */
export const longestBack = 25;

/** What every fact is asked with. */
export interface AskContext {
  facts: Facts;
  phrases: Phrases;
  isEnglish: boolean;
  /** From 0 up to 1. */
  random: () => number;
}

/** The pool of terms; those in the plural are apart, because the verb of the question would tell. */
export const termPool = (isPlural: boolean): Pool => ({ kind: 'term', form: isPlural ? 'many' : 'one' });

/** The pool of people, who alone answer "Who …?". */
export const personPool: Pool = { kind: 'term', form: 'person' };

export const placeName = (phrases: Phrases, pointer: Pointer): string => {
  if (pointer.kind === 'slide') return phrases.slide(pointer.slide);
  return pointer.kind === 'page' ? phrases.page(pointer.page) : phrases.paragraph(pointer.paragraph);
};

/** Names with an article: "the Privacy Act". */
export const ofInstitution =
  /^(?!the )\p{Lu}.* (?:Act|Law|Code|Amendment|Convention|Treaty|Constitution|Commission|Agency|Administration|Committee|Council|Court|Party|War|Revolution|Movement|Empire|Kingdom|Republic)(?: \([^()]*\))?$/u;

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

  /** A term with its article; in quotation marks where the material shows none. */
  withArticle = (term: string): string => {
    const name = this.lower(term);
    if (ofInstitution.test(name)) return `the ${name}`;
    const known = this.context.facts.withArticle(name);
    return known === name && /^\p{Ll}/u.test(name) && !isPluralNoun(name) ? `“${name}”` : known;
  };

  ask(parts: Pick<Ask, 'question' | 'text' | 'pool' | 'about' | 'rationale' | 'core'> & Partial<Ask>): Ask {
    const { topic, place, source } = this.fact;
    const own = 'group' in this.fact ? { group: this.fact.group } : {};
    const asked = (question: string): string =>
      this.context.isEnglish ? inContext(question, topic, parts.text, this.context.facts.names) : question;
    return {
      topic,
      place,
      source,
      ...own,
      concept: parts.about,
      origin: this.fact,
      fact: parts.rationale,
      ...parts,
      question: asked(parts.question),
      ...(parts.front !== undefined && { front: asked(parts.front) }),
      ...(parts.wordings && { wordings: parts.wordings.map(asked) }),
      text: upperFirst(parts.text),
    };
  }
}

/** Whether a term and what is said of it have words in common, so that one gives the other away. */
export const leaks = (subject: string, said: string): boolean => shared(contentStems(subject), contentStems(said)) > 0;

/** A phrase that says of what kind a thing is: "measure of responsiveness", "a good for which demand increases". */
export const narrowed =
  /^(?:an? |the )?(?:\p{L}+[ -]){0,3}?\p{L}+ (?:of|that|which|who|whose|where|to|for|by|with|from|in|used|made) [^;]+$/iu;
