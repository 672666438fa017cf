import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Quiz } from '@lectern/contracts';
import { casesOfThisRun, engineFor, findPythonPackage, provideQti, temporaryFolder, type Qti } from '@lectern/test-servers';
import JSZip from 'jszip';
import { randomQuestion, seededRandom } from '../../testing/questions.ts';
import { writeQti } from './writeQti.ts';

/** Validates each file of the packages, and prints their number and errors. Reads nothing from the network. */
const oracle = `
import json, os, sys, zipfile
from lxml import etree
schemas, manifest_schema, folder = sys.argv[1:]
class Catalog(etree.Resolver):
    def resolve(self, address, public_id, context):
        file = os.path.join(schemas, address.split('://')[-1])
        return self.resolve_filename(file, context) if os.path.exists(file) else None
def schema_of(file):
    parser = etree.XMLParser(no_network=True)
    parser.resolvers.add(Catalog())
    return etree.XMLSchema(etree.parse(file, parser))
qti = schema_of(os.path.join(schemas, 'www.imsglobal.org/xsd/imsqti_v2p1.xsd'))
manifest = schema_of(manifest_schema)
counts, problems = {'imsmanifest': 0, 'quiz': 0, 'question': 0}, []
for name in sorted(os.listdir(folder)):
    with zipfile.ZipFile(os.path.join(folder, name)) as package:
        for file in package.namelist():
            schema = manifest if file == 'imsmanifest.xml' else qti
            counts[file.split('.')[0].split('-')[0]] += 1
            if not schema.validate(etree.fromstring(package.read(file)).getroottree()):
                problems.append([name, file, str(schema.error_log)])
print(json.dumps({'counts': counts, 'problems': problems}))
`;

type QuizToWrite = Pick<Quiz, 'title' | 'questions'>;

/** A quiz of one to five questions. Some have several right options. */
const randomQuiz = (random: () => number, isHostile: boolean): QuizToWrite => {
  const questions = Array.from({ length: 1 + Math.floor(random() * 5) }, () => {
    const made = randomQuestion(random, isHostile);
    const hasSeveral = random() < 0.3;
    return {
      ...made,
      options: made.options.map((option) => ({ ...option, isCorrect: option.isCorrect || (hasSeveral && random() < 0.5) })),
    };
  });
  // A hostile question's text, which is also a valid title.
  return { title: randomQuestion(random, isHostile).question, questions };
};
const quizzes = (count: number, isHostile: boolean): QuizToWrite[] => {
  const random = seededRandom(isHostile ? 21 : 12);
  return Array.from({ length: count }, () => randomQuiz(random, isHostile));
};
/** Number of runs that share the quizzes. */
const shares = 5;
const kinds = [
  ['generated', false],
  ['hostile', true],
] as const;

const missingJava = engineFor('java');
const found = findPythonPackage('lxml');
const missing = missingJava ?? ('missing' in found ? found.missing : undefined);
if (missing !== undefined) process.stdout.write(`${missing} QTI packages are not compared with the public schemas.\n`);

const temporary: string[] = [];
const newFolder = (): string => {
  const folder = temporaryFolder('lectern-qti-');
  temporary.push(folder);
  return folder;
};
afterAll(() => {
  for (const folder of temporary) rmSync(folder, { recursive: true, force: true });
});

(missing === undefined ? describe : describe.skip)('the public XML schemas', () => {
  let qti: Qti;
  beforeAll(async () => {
    qti = await provideQti();
  }, 120_000);
  const validate = (folder: string): { counts: Record<string, number>; problems: string[][] } => {
    if ('missing' in found) throw new Error(found.missing);
    return JSON.parse(execFileSync(found.python, ['-c', oracle, qti.schemas, qti.manifestSchema, folder], { encoding: 'utf8' }));
  };

  test.each(kinds)(
    'every file of %s quizzes is valid, 500 over all runs',
    async (_name, isHostile) => {
      const folder = newFolder();
      const made = casesOfThisRun(quizzes(500, isHostile), shares);
      for (const [index, quiz] of made.entries()) writeFileSync(join(folder, `${String(index)}.zip`), await writeQti(quiz));
      const questions = made.reduce((sum, quiz) => sum + quiz.questions.length, 0);
      expect(validate(folder)).toEqual({ counts: { imsmanifest: made.length, quiz: made.length, question: questions }, problems: [] });
    },
    60_000,
  );

  test('refuses a package with wrong files', async () => {
    const zip = await JSZip.loadAsync(await writeQti(quizzes(1, false)[0]!));
    const change = async (file: string, from: string): Promise<void> => {
      const text = await zip.file(file)!.async('string');
      expect(text).toContain(from);
      zip.file(file, text.replace(from, ''));
    };
    await change('imsmanifest.xml', '<organizations/>');
    await change('quiz.xml', ' navigationMode="nonlinear"');
    await change('question-1.xml', ' title="Question 1"');
    const folder = newFolder();
    writeFileSync(join(folder, 'wrong.zip'), await zip.generateAsync({ type: 'uint8array' }));
    expect(validate(folder).problems.map(([, file]) => file)).toEqual(['imsmanifest.xml', 'quiz.xml', 'question-1.xml']);
  });
});

(missingJava === undefined ? describe : describe.skip)('JQTI+, which is not ours', () => {
  let qti: Qti;
  beforeAll(async () => {
    qti = await provideQti();
  }, 120_000);

  const unpack = async (bytes: Uint8Array, folder: string): Promise<void> => {
    mkdirSync(folder);
    const zip = await JSZip.loadAsync(bytes);
    for (const file of Object.values(zip.files)) writeFileSync(join(folder, file.name), await file.async('nodebuffer'));
  };
  /** The feedback of a question by id. */
  const feedbackOf = ({ options, explanation, source }: Quiz['questions'][number], chosen: readonly number[]): string =>
    [
      ...(explanation !== '' || source ? ['FEEDBACK'] : []),
      ...chosen.filter((index) => options[index]!.rationale !== '').map((index) => `OPTION_${String(index + 1)}`),
    ].join(' ');
  const answersOf = (folder: string, quiz: QuizToWrite): string[] =>
    quiz.questions.flatMap((question, number) => {
      const all = question.options.map((_option, index) => index);
      const right = all.filter((index) => question.options[index]!.isCorrect);
      return [...all.map((index) => [index]), ...(right.length > 1 ? [all] : [])].map((chosen) => {
        const isRight = chosen.length === right.length && chosen.every((index) => right.includes(index));
        const names = chosen.map((index) => `OPTION_${String(index + 1)}`).join(' ');
        const fields = [folder, `question-${String(number + 1)}`, names, 'accepted', isRight ? '1.0' : '0.0', feedbackOf(question, chosen)];
        return ['answer', ...fields].join('\t');
      });
    });

  test.each(kinds)(
    'accepts %s quizzes, 50 over all runs, scores each answer like us, and shows its feedback',
    async (_name, isHostile) => {
      const folder = newFolder();
      const made = casesOfThisRun(quizzes(50, isHostile), shares);
      const folders = made.map((_quiz, index) => join(folder, String(index)));
      for (const [index, quiz] of made.entries()) await unpack(await writeQti(quiz), folders[index]!);
      const [command, ...first] = qti.player;
      const lines = execFileSync(command, [...first, ...folders], { encoding: 'utf8', maxBuffer: 1e8 })
        .trimEnd()
        .split('\n');
      expect(lines).toEqual(made.flatMap((quiz, index) => answersOf(folders[index]!, quiz)));
    },
    120_000,
  );
});
