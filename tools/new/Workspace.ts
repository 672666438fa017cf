import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A request that cannot be carried out. Its message is a single line for the user. */
export class ScaffoldError extends Error {}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The spellings of `study-notes` that templates use: `StudyNotes`, `studyNotes`, `STUDY_NOTES`, `Study notes`. */
export const spellings = (name: string) => {
  const words = name.split('-');
  const Name = words.map(capital).join('');
  return {
    name,
    Name,
    variable: Name.charAt(0).toLowerCase() + Name.slice(1),
    NAME: words.join('_').toUpperCase(),
    Title: capital(words.join(' ')),
  };
};
export type Spellings = ReturnType<typeof spellings>;

const templates = join(import.meta.dirname, 'templates');

/** A line to add after the last line that matches `after`. */
type Addition = { after: RegExp; line: string };

const added = (text: string, { after, line }: Addition, file: string): string => {
  const lines = text.split('\n');
  const index = lines.findLastIndex((each) => after.test(each));
  if (index < 0) throw new ScaffoldError(`${file} has no line like ${String(after)} to add one after.`);
  return [...lines.slice(0, index + 1), line, ...lines.slice(index + 1)].join('\n');
};

/** The workspace that a new part is written to. */
export class Workspace {
  /** Relative to the root. */
  readonly written: string[] = [];
  private readonly root: string;
  private readonly words: Spellings;

  constructor(root: string, words: Spellings) {
    this.root = root;
    this.words = words;
  }

  read(file: string): string {
    return readFileSync(join(this.root, file), 'utf8');
  }

  write(file: string, text: string): void {
    mkdirSync(dirname(join(this.root, file)), { recursive: true });
    writeFileSync(join(this.root, file), text);
    this.written.push(file);
  }

  /** @throws ScaffoldError if the file has no such list */
  addLines(file: string, ...additions: Addition[]): void {
    this.write(
      file,
      additions.reduce((text, addition) => added(text, addition, file.split('/').at(-1) ?? file), this.read(file)),
    );
  }

  /** Fills a folder's templates and writes them to another folder. @throws ScaffoldError if a template has an unknown placeholder */
  fillTemplates(from: string, to: string): void {
    const spelled = (_all: string, key: string): string => {
      if (!Object.hasOwn(this.words, key)) throw new ScaffoldError(`A template has the unknown placeholder "${key}".`);
      return this.words[key as keyof Spellings];
    };
    // `**` skips folders whose names begin with a dot.
    for (const file of globSync(['**/*.template', '.*/*.template'], { cwd: join(templates, from) })) {
      const target = file.replace(/\.template$/, '').replace(/__(\w+?)__/g, spelled);
      this.write(join(to, target), readFileSync(join(templates, from, file), 'utf8').replace(/\{\{(\w+)\}\}/g, spelled));
    }
  }
}
