import type { Quiz } from '@lectern/contracts';
import { writeCommaSeparated } from '../delimitedText.ts';
import { fileName, textFile, type ExportedFile } from '../ExportedFile.ts';
import { plainQuestion } from '../plainItems.ts';
import { sourceWords } from '../sourceWords.ts';
import { writeGift } from './writeGift.ts';
import { writeQti } from './writeQti.ts';

export type QuizFormat = 'csv' | 'gift' | 'qti';
type ExportableQuiz = Pick<Quiz, 'title' | 'questions'>;

const letterOf = (option: number): string => String.fromCharCode(65 + option);

/** One row per question, with enough columns for the question with the most options. */
const writeTable = ({ questions }: ExportableQuiz): string => {
  const letters = Array.from({ length: Math.max(0, ...questions.map(({ options }) => options.length)) }, (_, option) => letterOf(option));
  const header = ['Question', ...letters.map((letter) => `Option ${letter}`), 'Correct', 'Explanation', 'Topic', 'Source'];
  return writeCommaSeparated([
    header,
    ...questions.map(({ question, options, explanation, topic, source }) => [
      question,
      ...letters.map((_letter, option) => options[option]?.text ?? ''),
      options.flatMap(({ isCorrect }, option) => (isCorrect ? [letterOf(option)] : [])).join(' '),
      explanation,
      topic,
      sourceWords(source),
    ]),
  ]);
};

/** Exports a quiz as GIFT (Moodle), as a QTI 2.1 content package, or as a table. */
export const exportQuiz = async ({ quiz: marked, format }: { quiz: ExportableQuiz; format: QuizFormat }): Promise<ExportedFile> => {
  const quiz = { ...marked, questions: marked.questions.map(plainQuestion) };
  switch (format) {
    case 'csv':
      return textFile(quiz.title, 'csv', 'text/csv', writeTable(quiz));
    case 'gift':
      return textFile(quiz.title, 'gift', 'text/plain', writeGift(quiz.questions));
    case 'qti':
      return { name: fileName(quiz.title, 'zip'), type: 'application/zip', bytes: await writeQti(quiz) };
  }
};
