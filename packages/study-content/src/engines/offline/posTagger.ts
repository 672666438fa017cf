import { onceForText } from '../../text/onceForText.ts';
import type { ItemToken, ItsFunction, WinkMethods } from 'wink-nlp';

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
    const tokens: Token[] = [];
    let at = 0;
    nlp
      .readDoc(sentence)
      .tokens()
      .each((token: ItemToken) => {
        const text = token.out();
        const start = Math.max(at, sentence.indexOf(text, at));
        at = start + text.length;
        // A word in capitals is a name, although it may be spelt like an ordinary word: "CC BY", "AIDS".
        const tag = /^\p{Lu}[\p{Lu}\p{N}-]+$/u.test(text) ? 'PROPN' : String(token.out(its.pos));
        tokens.push({ text, tag, lemma: String(token.out(its.lemma as ItsFunction<string>)), start });
      });
    return tokens;
  });
}

/** The English tagger. Its model takes some 70 MB, so it is loaded at its first use and never by importing this package. */
export function loadTagger(): Promise<Tagger> {
  loading ??= load();
  return loading;
}
