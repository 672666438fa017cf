// Installs the Python package that is named, and prints the command of its Python.
import { providePythonPackage } from './providePythonPackage.ts';

const name = process.argv[2];
if (name !== 'anki' && name !== 'fsrs') throw new Error('Name a package: anki or fsrs.');
process.stdout.write(`${await providePythonPackage(name)}\n`);
