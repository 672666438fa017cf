import type { Citation, Passage, Pointer, Source } from '@lectern/contracts';
import type { EngineOptions, Guide } from '../../StudyContentEngine.ts';
import { furtherPoints, namedStyle } from '../../styles/guideStyles.ts';
import { phrasesFor } from '../offline/phrases.ts';
import { escapeMarkdown } from '../../text/escapeMarkdown.ts';
import { placeOf } from '../../text/pointers.ts';
import { fold } from '../../text/words.ts';
import type { Cited, GuideAnswer, SectionAnswer, StatementAnswer } from './answers.ts';

/** The form that every guide's references have; the page turns them into links to the passage. */
const linkOf = (pointer: Pointer): string =>
  pointer.kind === 'slide' ? `[${pointer.slide}](#slide-${pointer.slide})` : `[¶${pointer.paragraph}](#paragraph-${pointer.paragraph})`;

/** Several answers, each about a part of the material, as one. Sections of one heading become one, terms stand once. */
export function mergeGuides(answers: GuideAnswer[], whole: { title: string; overview: string } | undefined): GuideAnswer {
  const sections: SectionAnswer[] = [];
  for (const section of answers.flatMap((answer) => answer.sections)) {
    const same = sections.find(({ heading, part }) => fold(heading) === fold(section.heading) && part === section.part);
    if (same) same.statements.push(...section.statements);
    else sections.push({ ...section, statements: [...section.statements] });
  }
  const terms = new Map(
    answers
      .flatMap(({ keyTerms }) => keyTerms)
      .toReversed()
      .map((term) => [fold(term.term), term]),
  );
  const unmet = [...new Set(answers.map((answer) => answer.unmet.trim()).filter(Boolean))];
  return {
    title: whole?.title ?? answers[0]?.title ?? '',
    overview:
      whole?.overview ??
      answers
        .slice(0, 4)
        .map(({ overview }) => /^.*?[.!?。](?=\s|$)/su.exec(overview)?.[0] ?? overview)
        .join(' '),
    overviewSources: answers.flatMap(({ overviewSources }) => overviewSources.slice(0, 2)),
    keyTerms: [...terms.values()].toReversed(),
    sections,
    reviewQuestions: answers.flatMap(({ reviewQuestions }) => reviewQuestions.slice(0, Math.max(2, Math.ceil(10 / answers.length)))),
    unmet: unmet.slice(0, 2).join(' '),
  };
}

/** The tables of a source, each with the slide or paragraph at which it starts. */
function tablesOf(source: Source): { place: number; rows: Passage[] }[] {
  const tables = new Map<number, Passage[]>();
  for (const passage of source.passages)
    if (passage.kind === 'row' && passage.table !== undefined && passage.cells)
      tables.set(passage.table, [...(tables.get(passage.table) ?? []), passage]);
  return [...tables.values()].filter((rows) => rows.length > 1).map((rows) => ({ place: rows[0] ? placeOf(rows[0].pointer) : 0, rows }));
}

/** Sets a guide from a model's answer: heading tree, parts of a style, references and the source's own tables. */
export function renderGuide(source: Source, answer: GuideAnswer, options: EngineOptions, citationOf: (cited: Cited) => Citation): Guide {
  const phrases = phrasesFor(source.language);
  const style = namedStyle(options.stylePreference);
  const lines: string[] = [];
  const sources: Citation[] = [];
  const cite = (cited: Cited): string => {
    const citation = citationOf(cited);
    if (!sources.some(({ quote, pointer }) => quote === citation.quote && linkOf(pointer) === linkOf(citation.pointer)))
      sources.push(citation);
    return linkOf(citation.pointer);
  };
  const heading = (level: number, text: string): void => {
    lines.push('', `${'#'.repeat(level)} ${escapeMarkdown(text)}`, '');
  };

  const tables = tablesOf(source);
  const writeTables = (places: ReadonlySet<number> | undefined): void => {
    for (const table of tables.splice(0)) {
      if (places && !places.has(table.place)) {
        tables.push(table);
        continue;
      }
      const width = Math.max(...table.rows.map(({ cells }) => cells?.length ?? 0));
      const row = ({ cells }: Passage): string =>
        `| ${Array.from({ length: width }, (_, at) => escapeMarkdown(cells?.[at] ?? '') || ' ').join(' | ')} |`;
      const [first, ...rest] = table.rows;
      if (!first) continue;
      const citation = { pointer: first.pointer, quote: first.text };
      sources.push(citation);
      lines.push('', row(first), `|${' --- |'.repeat(width)}`, ...rest.map(row), '', linkOf(citation.pointer), '');
    }
  };
  const writeStatements = (statements: readonly StatementAnswer[]): void => {
    let step = 0;
    statements.forEach(({ text, form, source: cited }, index) => {
      const said = `${escapeMarkdown(text)} ${cite(cited)}`;
      const before = statements[index - 1]?.form;
      if ((before === undefined || before === 'sentence') !== (form === 'sentence')) lines.push('');
      step = form === 'step' ? step + 1 : 0;
      if (form === 'sentence') {
        // Sentences that follow one another are one paragraph.
        if (before === 'sentence') lines.push(`${lines.pop() ?? ''} ${said}`);
        else lines.push(said);
      } else if (form === 'step') lines.push(`${step}. ${said}`);
      else lines.push(`${form === 'subpoint' && before !== undefined && before !== 'sentence' ? '  ' : ''}- ${said}`);
    });
  };
  const writeSections = (sections: readonly SectionAnswer[], level: number): void => {
    for (const section of sections) {
      if (section.statements.length === 0) continue;
      heading(level, section.heading);
      writeStatements(section.statements);
      writeTables(new Set(section.statements.map(({ source: cited }) => placeOf(citationOf(cited).pointer))));
    }
  };

  lines.push(`# ${escapeMarkdown(answer.title)}`, '');
  for (const cited of answer.overviewSources) {
    const citation = citationOf(cited);
    sources.push(citation);
  }
  if (style?.layout === 'cornell') {
    heading(2, 'Cues');
    for (const { question, source: cited } of answer.reviewQuestions) lines.push(`- ${escapeMarkdown(question)} ${cite(cited)}`);
    if (answer.reviewQuestions.length === 0) lines.push(phrases.nothing);
    heading(2, 'Notes');
    writeSections(answer.sections, 3);
    writeTables(undefined);
    heading(2, 'Summary');
    lines.push(escapeMarkdown(answer.overview));
  } else {
    lines.push(escapeMarkdown(answer.overview));
    if (answer.keyTerms.length > 0) {
      heading(2, phrases.headings.terms);
      for (const { term, meaning, source: cited } of answer.keyTerms)
        lines.push(`- **${escapeMarkdown(term)}**: ${escapeMarkdown(meaning)} ${cite(cited)}`);
    }
    if (style) {
      for (const part of style.parts) {
        heading(2, part);
        const own = answer.sections.filter((section) => section.part === part);
        if (own.every(({ statements }) => statements.length === 0)) lines.push(phrases.nothing);
        writeSections(own, 3);
      }
      const rest = answer.sections.filter(({ part }) => !style.parts.includes(part));
      if (rest.some(({ statements }) => statements.length > 0) || tables.length > 0) {
        heading(2, furtherPoints);
        writeSections(rest, 3);
        writeTables(undefined);
      }
    } else {
      writeSections(answer.sections, 2);
      if (tables.length > 0) heading(2, phrases.headings.tables);
      writeTables(undefined);
    }
    if (answer.reviewQuestions.length > 0) {
      heading(2, phrases.headings.review);
      answer.reviewQuestions.forEach(({ question, answer: said, source: cited }, index) =>
        lines.push(`${index + 1}. ${escapeMarkdown(question)} *${escapeMarkdown(said)}* ${cite(cited)}`),
      );
    }
  }
  return {
    title: answer.title,
    overview: answer.overview,
    markdownContent: `${lines
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()}\n`,
    sources,
    ...(answer.unmet.trim() === '' ? {} : { limitation: answer.unmet.trim() }),
  };
}
