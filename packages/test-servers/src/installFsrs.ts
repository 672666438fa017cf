// Installs py-fsrs, and prints the command of its Python.
import { provideFsrs } from './provideFsrs.ts';

process.stdout.write(`${await provideFsrs()}\n`);
