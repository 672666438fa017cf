import { onceForText } from '../../text/onceForText.ts';
import type { ItsFunction, WinkMethods } from 'wink-nlp';

/** A word of a sentence with its part of speech (universal tags) and its ground form. */
export interface Token {
  text: string;
  tag: string;
  lemma: string;
  /** Where it starts in the sentence. */
  start: number;
}

/** Tags the words of one English sentence. */
export type Tagger = (sentence: string) => readonly Token[];

let loading: Promise<Tagger> | undefined;

async function load(): Promise<Tagger> {
  const [{ default: winkNLP }, { default: model }] = await Promise.all([import('wink-nlp'), import('wink-eng-lite-web-model')]);
  const nlp: WinkMethods = winkNLP(model, ['sbd', 'pos']);
  const { its } = nlp;
  return onceForText((sentence): readonly Token[] => {
    const words = nlp.readDoc(sentence).tokens();
    // By columns: an item of the library for each word would take longer than tagging it.
    const texts = words.out();
    const tags = words.out(its.pos);
    const lemmas = words.out(its.lemma as ItsFunction<string>);
    let at = 0;
    return texts.map((text, index): Token => {
      const start = Math.max(at, sentence.indexOf(text, at));
      at = start + text.length;
      // A word in capitals is a name, although it may be spelt like an ordinary word: "CC BY", "AIDS".
      const tag = /^\p{Lu}[\p{Lu}\p{N}-]+$/u.test(text) ? 'PROPN' : String(tags[index]);
      return { text, tag, lemma: String(lemmas[index]), start };
    });
  });
}

/** The English tagger. Its model takes some 70 MB, so it is loaded at its first use and never by importing this package. */
export function loadTagger(): Promise<Tagger> {
  loading ??= load();
  return loading;
}
