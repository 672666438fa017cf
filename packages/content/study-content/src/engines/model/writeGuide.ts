import type { Source } from '@lectern/contracts';
import type { Guide, GuideOptions, GuideOutline } from '../../StudyContentEngine.ts';
import { escapeMarkdown } from '@lectern/contracts/plain';
import type { GuideContent } from '../../styles/renderGuide.ts';
import { guideMaterial } from '../../text/guideMaterial.ts';
import { guideShape, OverviewAnswer, type SectionAnswer, sectionsShape } from './answers.ts';
import { callForEach, type Job, tokenBudgetFor } from './modelRequests.ts';
import { citationOf } from './citations.ts';
import { EngineError } from './EngineError.ts';
import { elementsOf, type JudgedSection, refusalsOf, withElements } from './guideElements.ts';
import { halvesOf, messageOf, type Part, partsOf, textOf } from './material.ts';
import type { ModelClient } from './modelClient.ts';
import { messages, TooLongError } from './ModelServerError.ts';
import { guidePrompt, overviewPrompt } from './prompts.ts';
import { renderSections } from './renderSections.ts';
import { repairSections } from './repairSections.ts';

/** In tokens of material. Larger calls take longer than a learner waits; smaller ones run in parallel. */
const maxCallTokens = 8_000;
/** Limits the cost of a guide. Further sections keep the embedded engine's form. */
const maxCalls = 32;
/** Answer tokens per token of material, per section, and for the overview. */
const answerTokens = { perToken: 1.5, perSection: 300, overview: 500 } as const;
/** Sections with a larger refused share keep the embedded engine's form. */
const maxRefusedShare = 1 / 3;

/** A section of the outline, or a piece of a long one, for one call. */
interface Unit {
  section: number;
  part: Part;
}

const tokensOf = (units: readonly Unit[]): number => units.reduce((sum, { part }) => sum + part.tokens, 0);
const answerTokensOf = (units: readonly Unit[]): number =>
  Math.ceil(tokensOf(units) * answerTokens.perToken) + units.length * answerTokens.perSection + answerTokens.overview;

/** Groups the sections of the outline into calls. */
function groupUnits(source: Source, { sections }: GuideOutline, budget: number): Unit[][] {
  const included = new Set(guideMaterial(source).passages);
  const most = Math.min(
    maxCallTokens,
    Math.floor((budget - answerTokens.overview - answerTokens.perSection) / (1 + answerTokens.perToken)),
  );
  const units = sections.flatMap(({ from, to }, section) =>
    partsOf(source, most, (passage, index) => index >= from && index < to && included.has(passage)).map((part) => ({ section, part })),
  );
  const groups: Unit[][] = [];
  for (const unit of units) {
    const open = groups.at(-1);
    const together = [...(open ?? []), unit];
    if (open && tokensOf(together) <= maxCallTokens && tokensOf(together) + answerTokensOf(together) <= budget) open.push(unit);
    else groups.push([unit]);
  }
  return groups.slice(0, maxCalls);
}

/** Halves the units of a call; `undefined` for a single line. */
function halved(units: readonly Unit[]): [Unit[], Unit[]] | undefined {
  const [first, ...others] = units;
  if (!first) return undefined;
  if (others.length > 0) {
    const middle = Math.ceil(units.length / 2);
    return [units.slice(0, middle), units.slice(middle)];
  }
  const halves = halvesOf(first.part);
  return halves && [[{ ...first, part: halves[0] }], [{ ...first, part: halves[1] }]];
}

class GuideInWork {
  readonly judged: JudgedSection[] = [];
  opening: OverviewAnswer | undefined;
  private readonly source: Source;
  private readonly outline: GuideOutline;
  private readonly options: GuideOptions;
  private readonly engine: string;
  /** Number of open calls per section. */
  private readonly open: Map<number, number>;

  constructor(source: Source, outline: GuideOutline, options: GuideOptions, engine: string, groups: readonly Unit[][]) {
    this.source = source;
    this.outline = outline;
    this.options = options;
    this.engine = engine;
    this.open = new Map([...Map.groupBy(groups.flat(), ({ section }) => section)].map(([section, units]) => [section, units.length]));
  }

  private judge(answer: SectionAnswer): JudgedSection {
    const alone = { ...this.outline, contentOf: () => nothing };
    const guide = renderSections(this.source, alone, { answers: [answer], opening: noOpening }, {});
    const refused = this.options.refusedIn?.(guide) ?? { statements: [], quotes: [] };
    return { answer, refused: refusalsOf(this.source, answer, refused) };
  }

  /** Accepts a section as it arrives. */
  accept(answer: SectionAnswer): void {
    const isKnown = answer.section >= 1 && answer.section <= this.outline.sections.length;
    if (!isKnown || answer.statements.length === 0) return;
    this.judged.push(this.judge({ ...answer, heading: this.headingOf(answer) }));
    this.report();
  }

  /** The model's heading, unless it is empty or has a number that its section does not have. */
  private headingOf({ section, heading }: SectionAnswer): string {
    const { heading: own = '', from = 0, to = 0 } = this.outline.sections[section - 1] ?? {};
    const included = this.source.passages.slice(from, to).map(({ text }) => text);
    const isTrue = (heading.match(/\d+/g) ?? []).every((number) => included.some((text) => text.includes(number)));
    return heading.trim() !== '' && isTrue ? heading.trim() : own;
  }

  /** Replaces all sections by the repaired ones. */
  replace(answers: readonly SectionAnswer[]): void {
    this.judged.splice(0, this.judged.length, ...answers.map((answer) => this.judge(answer)));
  }

  /** Marks the calls for these units as finished. */
  close(units: readonly Unit[]): void {
    for (const { section } of units) this.open.set(section, (this.open.get(section) ?? 1) - 1);
    this.report();
  }

  report(): void {
    const { onProgress } = this.options;
    onProgress?.({ made: this.sound().size, asked: this.outline.sections.length, draft: () => this.guide() });
  }

  /** The sections to include, without refused elements. Omits sections with too many refusals. */
  sound(): Map<number, SectionAnswer[]> {
    const sound = new Map<number, SectionAnswer[]>();
    for (const [section, own] of Map.groupBy(this.judged, ({ answer }) => answer.section)) {
      const count = (of: (one: JudgedSection) => readonly unknown[]): number => own.reduce((sum, one) => sum + of(one).length, 0);
      if (count(({ refused }) => refused) > count(({ answer }) => elementsOf(answer)) * maxRefusedShare) continue;
      const kept = own
        .map(({ answer, refused }) => {
          const elements = elementsOf(answer);
          return withElements(answer, (index) => (refused.some((one) => one.index === index) ? undefined : elements[index]));
        })
        .filter(({ statements }) => statements.length > 0);
      if (kept.length > 0) sound.set(section, kept);
    }
    return sound;
  }

  /** The opening without invalid citations. */
  private get trueOpening(): OverviewAnswer | undefined {
    if (!this.opening) return undefined;
    const quotes = this.opening.overviewSources.map((cited) => citationOf(this.source, cited));
    const guide = { title: '', overview: '', markdownContent: '', sources: quotes };
    const broken = new Set((this.options.refusedIn?.(guide).quotes ?? []).map((citation) => JSON.stringify(citation)));
    return {
      ...this.opening,
      overviewSources: this.opening.overviewSources.filter((_, index) => !broken.has(JSON.stringify(quotes[index]))),
    };
  }

  /** The guide so far. */
  guide(): Guide {
    const sound = this.sound();
    const guide = renderSections(
      this.source,
      this.outline,
      { answers: [...sound.values()].flat(), opening: this.trueOpening },
      this.options,
    );
    const sections = this.outline.sections.map(({ heading }, index) => {
      const own = sound.get(index + 1);
      return { heading: own?.[0]?.heading ?? heading, generatedBy: own ? this.engine : 'offline' };
    });
    return { ...guide, sections };
  }

  /** The statements under their headings, as material for the overview. */
  asPassages(): string {
    return this.judged
      .map(({ answer: { heading, statements } }) =>
        [`== ${escapeMarkdown(heading)}`, ...statements.map(({ text, source }) => `[${source.passage}] ${text}`)].join('\n'),
      )
      .join('\n');
  }
}

const noOpening: OverviewAnswer = { overview: '', overviewSources: [], unmet: '' };
const nothing: GuideContent = {
  language: 'und',
  hasSeveralDocuments: false,
  title: '',
  overview: () => '',
  keyTerms: [],
  reviewQuestions: [],
  sections: [],
  writeTopics: () => undefined,
  hasPart: () => false,
  writePart: () => undefined,
};

/**
 * Writes a guide section by section and repairs refused statements once. Sections that the model does not write, or that are refused for
 * the most part, keep the outline's form.
 *
 * @throws EngineError if no section was written
 */
export async function writeGuide(
  callModel: ModelClient,
  job: Job,
  source: Source,
  outline: GuideOutline,
  options: GuideOptions,
  engine: string,
): Promise<Guide> {
  const system = guidePrompt(source, options, true);
  const groups = groupUnits(source, outline, tokenBudgetFor(callModel.contextTokens, system, 0));
  const isWhole = groups.length === 1;
  const work = new GuideInWork(source, outline, options, engine, groups);
  let failure: EngineError | undefined;
  work.report();

  const requestUnits = async (units: readonly Unit[]): Promise<void> => {
    const text = units
      .map(({ section, part }) => `== Section ${section + 1}: ${outline.sections[section]?.heading ?? ''}\n${textOf(part)}`)
      .join('\n');
    const question = {
      ...job,
      system: guidePrompt(source, options, isWhole),
      user: messageOf(source, text),
      answerTokens: answerTokensOf(units),
      onElement: (element: unknown) => {
        work.accept(element as SectionAnswer);
      },
    };
    try {
      if (isWhole) {
        const { overview, overviewSources, unmet } = await callModel({ ...question, ...guideShape });
        work.opening = { overview, overviewSources, unmet };
      } else await callModel({ ...question, ...sectionsShape });
    } catch (error) {
      const halves = error instanceof TooLongError ? halved(units) : undefined;
      if (halves) for (const half of halves) await requestUnits(half);
      else if (error instanceof EngineError) failure ??= error;
      else throw error;
    }
  };

  await callForEach(callModel, job, groups, async (units) => {
    await requestUnits(units);
    work.close(units);
  });
  const nothingOfUse = (): EngineError => failure ?? new EngineError('engine-refused', messages.refused);
  if (work.judged.length === 0) throw nothingOfUse();
  if (work.judged.some(({ refused }) => refused.length > 0)) {
    work.replace(await repairSections(callModel, job, source, work.judged, options));
    work.report();
  }
  if (work.sound().size === 0) throw nothingOfUse();
  work.opening ??= await requestOverview(callModel, job, source, work, options);
  return work.guide();
}

/** Requests the overview for sections from several calls; `undefined` if the model gives none, so that the outline's is used. */
async function requestOverview(
  callModel: ModelClient,
  job: Job,
  source: Source,
  work: GuideInWork,
  options: GuideOptions,
): Promise<OverviewAnswer | undefined> {
  const system = overviewPrompt(source, options);
  try {
    const budget = tokenBudgetFor(callModel.contextTokens, system, answerTokens.overview);
    // A token has at least two characters.
    const user = messageOf(source, work.asPassages().slice(0, budget * 2));
    return await callModel({ name: 'overview', schema: OverviewAnswer, ...job, system, user, answerTokens: answerTokens.overview });
  } catch (error) {
    if (error instanceof EngineError) return undefined;
    throw error;
  }
}
