import type { Pointer } from '@lectern/contracts';
import { shownPlace } from '../../../text/pointers.ts';
import { contentStems, lowerFirst, shared, upperFirst } from '../../../text/words.ts';
import type { Fact, Facts } from '../facts/Fact.ts';
import { isPluralNoun } from '../facts/grammar.ts';
import type { Phrases } from '../phrases.ts';
import type { ItemSpec, OptionClass } from './ItemSpec.ts';
import type { MeaningKind } from './termKinds.ts';

/** See docs/quality.md, `short-card`. */
export const maxBackWords = 25;

/** Shared by all item specs. */
export interface SpecContext {
  facts: Facts;
  phrases: Phrases;
  isEnglish: boolean;
}

/** The class of terms with meanings of one kind. Plurals are separate, because the verb of the question would give them away. */
export const termClass = (isPlural: boolean, kind: MeaningKind): OptionClass => ({
  kind: 'term',
  form: `${isPlural ? 'many' : 'one'}|${kind}`,
});

/** The class of people, the only answers to "Who …?". */
export const personClass: OptionClass = { kind: 'term', form: 'person' };

/** The place as learners see it: "slide 3", "paragraph 2". */
export const placeName = (phrases: Phrases, pointer: Pointer): string => {
  const { kind, number } = shownPlace(pointer);
  return phrases[kind](number);
};

/** Names with an article: "the Privacy Act". */
const ofInstitution =
  /^(?!the )\p{Lu}.* (?:Act|Law|Code|Amendment|Convention|Treaty|Constitution|Commission|Agency|Administration|Committee|Council|Court|Party|War|Revolution|Movement|Empire|Kingdom|Republic)(?: \([^()]*\))?$/u;

/** Abstract nouns, which take no article. */
const abstract = /(?:tion|sion|ness|ity|ism|ing|ment|sis|ance|ence|ware|graphy|logy|cy|ship)$/i;

/** Builds the item specs of one fact. */
export class SpecBuilder {
  readonly where: string;
  private readonly fact: Fact;
  private readonly context: SpecContext;

  constructor(fact: Fact, context: SpecContext) {
    this.fact = fact;
    this.context = context;
    this.where = placeName(context.phrases, fact.source.pointer);
  }

  lower = (text: string): string => (this.context.isEnglish ? lowerFirst(text, this.context.facts.names) : text);

  /** Adds the article that the material uses with a term. */
  withArticle = (term: string): string => {
    const name = this.lower(term);
    return ofInstitution.test(name) ? `the ${name}` : this.context.facts.withArticle(name);
  };

  /** The term as used in a question. Quoted if its article is uncertain. */
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

  spec(parts: Pick<ItemSpec, 'question' | 'text' | 'about' | 'rationale' | 'core'> & Partial<ItemSpec>): ItemSpec {
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

/** Whether a term and its statement share words, so that one gives the other away. */
export const leaks = (subject: string, said: string): boolean => shared(contentStems(subject), contentStems(said)) > 0;
