import type { Source, Suggestion } from '@lectern/contracts';
import { type Formula, FormulaWords } from '@lectern/contracts/formulas';
import type { CardOptions, DraftCard, DraftQuestion, EngineOptions, QuizOptions, StudyContentEngine } from './StudyContentEngine.ts';
import { generateCards as makeCards, type GeneratedCards, type GeneratedQuiz, generateQuiz as makeQuiz } from './generateItems.ts';
import { type GeneratedGuide, generateGuide as makeGuide } from './generateGuide.ts';
import type { GateOptions } from './gather.ts';
import { suggestionsOf } from './suggestions.ts';
import { memoiseBySource } from './text/memoise.ts';

/** The only Markdown field in generated content. */
const markdownField = 'markdownContent';

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Applies `change` to every string in a value. */
const withTexts = <Value>(value: Value, change: (text: string, isMarkdown: boolean) => string, field = ''): Value => {
  const changed = (): unknown => {
    if (typeof value === 'string') return change(value, field === markdownField);
    if (Array.isArray(value)) return value.map((item: unknown) => withTexts(item, change, field));
    if (!isPlainObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withTexts(inner, change, name)]));
  };
  return changed() as Value;
};

/** Display formulas use dollar signs, because Markdown reads `\[` as an escaped bracket. */
const inMarkdown = ({ latex, isDisplay }: Formula): string => {
  const line = latex.replace(/\s+/g, ' ');
  return isDisplay ? `$$${line}$$` : `\\(${line}\\)`;
};

/** A source with its formulas replaced by words, and the conversion in both directions. */
class HiddenFormulas {
  readonly source: Source;
  private readonly words = new FormulaWords();
  private readonly original: Source;

  constructor(source: Source) {
    this.original = source;
    this.source = this.hide(source);
  }

  get isEmpty(): boolean {
    return !this.words.isUsed;
  }

  hide<Value>(value: Value): Value {
    return withTexts(value, (text, isMarkdown) => this.words.hide(text, { isMarkdown }));
  }

  show<Value>(value: Value): Value {
    return withTexts(value, (text, isMarkdown) => (isMarkdown ? this.words.show(text, inMarkdown) : this.words.show(text)));
  }

  /** Adapts an engine. One that reads formulas, as a language model does, gets the original source. */
  engine(engine: StudyContentEngine): StudyContentEngine {
    if (engine.formulas === 'as-words') return engine;
    const { original } = this;
    const { repairQuestions, repairCards } = engine;
    /** The options with their formulas shown. Formulas in accepted drafts are hidden again. */
    const shown = <Draft, Options extends { accept?: (draft: Draft) => void }>({ accept, ...options }: Options) => ({
      ...this.show(options),
      ...(accept && {
        accept: (draft: Draft) => {
          accept(this.hide(draft));
        },
      }),
    });
    return {
      name: engine.name,
      ...(engine.itemOrder && { itemOrder: engine.itemOrder }),
      guide: async (_source, { refusedIn, onProgress, ...options }) =>
        this.hide(
          await engine.guide(original, {
            ...this.show(options),
            ...(refusedIn && { refusedIn: (guide) => this.show(refusedIn(this.hide(guide))) }),
            ...(onProgress && {
              onProgress: ({ draft, ...progress }) => {
                onProgress({ ...progress, draft: () => this.hide(draft()) });
              },
            }),
          }),
        ),
      quiz: async (_source, options) => this.hide(await engine.quiz(original, shown<DraftQuestion, QuizOptions>(options) as QuizOptions)),
      cards: async (_source, options) => this.hide(await engine.cards(original, shown<DraftCard, CardOptions>(options) as CardOptions)),
      ...(repairQuestions && {
        repairQuestions: async (_source, refused, options) =>
          this.hide(await repairQuestions.call(engine, original, this.show(refused), this.show(options))),
      }),
      ...(repairCards && {
        repairCards: async (_source, refused, options) =>
          this.hide(await repairCards.call(engine, original, this.show(refused), this.show(options))),
      }),
    };
  }
}

const hiddenIn = memoiseBySource((source) => new HiddenFormulas(source));

type Generate<Options, Made> = (engine: StudyContentEngine, source: Source, options: Options, gate?: GateOptions<Made>) => Promise<Made>;

/** Generates from a source with each formula replaced by one word, so that no formula is split, altered or compared by its parts. */
const withFormulas =
  <Options extends EngineOptions, Made>(generate: Generate<Options, Made>): Generate<Options, Made> =>
  async (engine, source, options, gate = {}) => {
    const hidden = hiddenIn(source);
    if (hidden.isEmpty) return generate(engine, source, options, gate);
    const { onProgress, ...rest } = gate;
    const made = await generate(hidden.engine(engine), hidden.source, hidden.hide(options), {
      ...rest,
      ...(onProgress && {
        onProgress: ({ result, ...progress }) => {
          onProgress({ ...progress, result: () => hidden.show(result()) });
        },
      }),
    });
    return hidden.show(made);
  };

/** See `generateGuide.ts` and `generateItems.ts`. */
export const generateGuide: Generate<EngineOptions, GeneratedGuide> = withFormulas(makeGuide);
export const generateQuiz: Generate<QuizOptions, GeneratedQuiz> = withFormulas(makeQuiz);
export const generateCards: Generate<CardOptions, GeneratedCards> = withFormulas(makeCards);

/** Runs `work` on the source with formulas replaced by words, and restores them in the result. */
export const withFormulaWords = <Value>(source: Source, work: (source: Source) => Value): Value => {
  const hidden = hiddenIn(source);
  return hidden.isEmpty ? work(source) : hidden.show(work(hidden.source));
};

/** See `suggestions.ts`. */
export const suggest = async (source: Source): Promise<Suggestion[]> => {
  const hidden = hiddenIn(source);
  return hidden.isEmpty ? suggestionsOf(source) : hidden.show(await suggestionsOf(hidden.source));
};
