import { factStems } from '../gate/everydayWords.ts';
import { contentStems, stem, wordsOf } from '../text/words.ts';

/** Scripts that write words without spaces, or with particles attached. */
const unspaced = String.raw`\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;
const unspacedRun = new RegExp(`[${unspaced}]+|[^${unspaced}]+`, 'gu');
const isUnspaced = new RegExp(`^[${unspaced}]`, 'u');

/** Words of a question that say what is wanted, and not about what; question words of languages that `words.ts` does not know. */
const askingWords = new Set(
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

/** Characters that carry the grammar of a question in Chinese and Japanese, and the endings of one in Korean and Thai. */
const askingCharacters =
  /[的了吗嗎呢么麼什甚哪怎为為何是在和与與及吧啊请請]|\p{Script=Hiragana}+|무엇|어떻게|어떤|어디|언제|누구|왜|인가요?|입니까?|이란|란|설명|해\s?주세요|하나요|한가요|คืออะไร|อะไร|ทำไม|อย่างไร|ที่ไหน|เมื่อไร/gu;

/** Letters in one form: learners type words without their accents. */
const plain = (word: string): string =>
  word
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');

/** The pairs of letters of a run without spaces; a letter alone is one term. */
const pairsOf = (run: string): string[] => {
  const letters = [...run];
  return letters.length < 2 ? letters : letters.slice(1).map((letter, at) => `${letters[at] ?? ''}${letter}`);
};

const runsOf = (word: string): readonly string[] => word.match(unspacedRun) ?? [];

const isFunctionWord = (word: string): boolean => contentStems(word).size === 0;

/** What a text is found by: the stems of its words without function words; of scripts without spaces the pairs of their letters. */
export const termsOf = (text: string): string[] =>
  wordsOf(text).flatMap((word) =>
    runsOf(word).flatMap((run) => {
      if (isUnspaced.test(run)) return pairsOf(run);
      return isFunctionWord(run) ? [] : stem(plain(run));
    }),
  );

/** A content word of a question, as the terms that it is found by: one stem, or pairs of letters. */
export type QuestionWord = readonly string[];

/** A run without spaces, less what only asks; the whole run if nothing else is left. */
const unspacedWords = (run: string): QuestionWord[] => {
  const words = run.split(askingCharacters).filter(Boolean);
  return (words.length > 0 ? words : [run]).map(pairsOf);
};

const isStopWord = (word: string): boolean => askingWords.has(word) || factStems(word).length === 0;
const spacedWords = (word: string): QuestionWord[] => (isStopWord(word) ? [] : [[stem(plain(word))]]);

/** The content words of a question: without function words, everyday words and words that only ask. */
export const questionWords = (question: string): QuestionWord[] =>
  wordsOf(question).flatMap((word) => runsOf(word).flatMap((run) => (isUnspaced.test(run) ? unspacedWords(run) : spacedWords(run))));

/** Whether a term is of a script without spaces. */
export const isPair = (term: string): boolean => isUnspaced.test(term);
