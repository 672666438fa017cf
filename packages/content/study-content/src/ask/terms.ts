import { contentStems, factStems, stem, wordsOf } from '../text/words.ts';

/** Scripts without spaces between words, or with attached particles. */
const unspaced = String.raw`\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;
const unspacedRun = new RegExp(`[${unspaced}]+|[^${unspaced}]+`, 'gu');
const isUnspaced = new RegExp(`^[${unspaced}]`, 'u');

/** Question words of languages that `words.ts` does not cover, and words that only describe the wanted kind of answer. */
const questionWordsOfLanguages = new Set(
  [
    'explain describe define definition summarise summarize compare difference differ mention example question answer lecture slide chapter guide text material understand please tell understood meaning',
    'warum weshalb wieso wie was wer wen wem wo wann welche welcher welches wozu gibt wird werden kann erkläre nenne beschreibe bedeutet zwischen',
    'pourquoi comment quoi quel quelle quels quelles où quand combien entre explique décris cela',
    'por qué cómo cuál cuáles quién dónde cuándo cuánto entre explica describe significa',
    'che cosa come perché quale quali chi dove quando quanto è di il lo gli della delle dei spiega sono',
    'o os as um uma é são como porque qual quais quem onde quando quanto do da dos das explique',
    'wat waarom hoe wie waar wanneer welke het een van zijn worden vad varför hur vem var när vilken är och hva hvorfor hvordan er',
    'co to jest dlaczego jak kto gdzie kiedy jaki jaka jakie czym są что такое почему как кто где когда какой какая какие чем это и в на для',
    'ما هو هي ماذا لماذا كيف من أين متى أي في على',
    'ne nedir neden nasıl kim nerede zaman hangi bir ve',
  ].flatMap((words) => wordsOf(words)),
);

/** Function characters of Chinese and Japanese questions, and endings of Korean and Thai ones. */
const questionCharacters =
  /[的了吗嗎呢么麼什甚哪怎为為何是在和与與及吧啊请請]|\p{Script=Hiragana}+|무엇|어떻게|어떤|어디|언제|누구|왜|인가요?|입니까?|이란|란|설명|해\s?주세요|하나요|한가요|คืออะไร|อะไร|ทำไม|อย่างไร|ที่ไหน|เมื่อไร/gu;

/** Strips accents, which learners often omit. */
const plain = (word: string): string =>
  word
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');

/** Letter pairs of an unspaced run; a single letter is one term. */
const pairsOf = (run: string): string[] => {
  const letters = [...run];
  return letters.length < 2 ? letters : letters.slice(1).map((letter, at) => `${letters[at] ?? ''}${letter}`);
};

const runsOf = (word: string): readonly string[] => word.match(unspacedRun) ?? [];

const isFunctionWord = (word: string): boolean => contentStems(word).size === 0;

/** Index terms of a text: stems of content words, or letter pairs in unspaced scripts. */
export const termsOf = (text: string): string[] =>
  wordsOf(text).flatMap((word) =>
    runsOf(word).flatMap((run) => {
      if (isUnspaced.test(run)) return pairsOf(run);
      return isFunctionWord(run) ? [] : stem(plain(run));
    }),
  );

/** The search terms of one content word: a stem, or letter pairs. */
export type QuestionWord = readonly string[];

/** Strips question characters from an unspaced run, unless nothing else is left. */
const unspacedWords = (run: string): QuestionWord[] => {
  const words = run.split(questionCharacters).filter(Boolean);
  return (words.length > 0 ? words : [run]).map(pairsOf);
};

const isStopWord = (word: string): boolean => questionWordsOfLanguages.has(word) || factStems(word).length === 0;
const spacedWords = (word: string): QuestionWord[] => (isStopWord(word) ? [] : [[stem(plain(word))]]);

/** The content words of a question, without function words, everyday words and question words. */
export const questionWords = (question: string): QuestionWord[] =>
  wordsOf(question).flatMap((word) => runsOf(word).flatMap((run) => (isUnspaced.test(run) ? unspacedWords(run) : spacedWords(run))));

/** Whether a term is from an unspaced script. */
export const isPair = (term: string): boolean => isUnspaced.test(term);
