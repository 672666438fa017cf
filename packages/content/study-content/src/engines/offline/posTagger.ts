import { memoiseByText } from '../../text/memoise.ts';
import type { ItsFunction, WinkMethods } from 'wink-nlp';

/** A word with its part of speech (universal tags) and lemma. */
export interface Token {
  text: string;
  tag: string;
  lemma: string;
  /** Start index in the sentence. */
  start: number;
}

/** Tags the words of an English sentence. */
export type Tagger = (sentence: string) => readonly Token[];

let loading: Promise<Tagger> | undefined;

async function load(): Promise<Tagger> {
  const [{ default: winkNLP }, { default: model }] = await Promise.all([import('wink-nlp'), import('wink-eng-lite-web-model')]);
  const nlp: WinkMethods = winkNLP(model, ['sbd', 'pos']);
  const { its } = nlp;
  return memoiseByText((sentence): readonly Token[] => {
    const words = nlp.readDoc(sentence).tokens();
    // Reading by column: creating an item object per word takes longer than tagging.
    const texts = words.out();
    const tags = words.out(its.pos);
    const lemmas = words.out(its.lemma as ItsFunction<string>);
    let at = 0;
    return texts.map((text, index): Token => {
      const start = Math.max(at, sentence.indexOf(text, at));
      at = start + text.length;
      // A word in capitals is a name, even if spelt like an ordinary word: "CC BY", "AIDS".
      const tag = /^\p{Lu}[\p{Lu}\p{N}-]+$/u.test(text) ? 'PROPN' : String(tags[index]);
      return { text, tag, lemma: String(lemmas[index]), start };
    });
  });
}

/** Loads the English tagger on first use. Its model takes about 70 MB, so importing this package must not load it. */
export function loadTagger(): Promise<Tagger> {
  loading ??= load();
  return loading;
}
