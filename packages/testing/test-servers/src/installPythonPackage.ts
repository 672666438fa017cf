// Installs the Python package that is named, and prints the command of its Python.
import { providePythonPackage, pythonPackages } from './providePythonPackage.ts';

const name = pythonPackages.find((each) => each === process.argv[2]);
if (name === undefined) throw new Error(`Name a package: ${pythonPackages.join(', ')}.`);
process.stdout.write(`${await providePythonPackage(name)}\n`);
