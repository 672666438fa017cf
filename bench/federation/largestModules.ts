import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { eachMapping, TraceMap } from '@jridgewell/trace-mapping';

export interface ModuleSize {
  /** A library, or a part of this repository such as `packages/web/ui`. */
  name: string;
  /** Minified bytes. */
  bytes: number;
}

/** Returns `x` for `webpack://shell/../node_modules/.pnpm/x@1/node_modules/x/dist/a.js`, and `shell` for `webpack://shell/./src/App.tsx`. */
const nameOf = (source: string): string => {
  const library = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1];
  if (library !== undefined && library !== '.pnpm') return library;
  const part = /\/(packages\/(?:\w+\/)?[^/]+)\/src\//.exec(source)?.[1];
  return part ?? /^webpack:\/\/([^/]*)\/(?!webpack\/)/.exec(source)?.[1] ?? 'webpack';
};

/**
 * Returns the libraries and parts in scripts and their sizes, by source map: each minified character belongs to the source of the mapping before it.
 *
 * @param files Scripts with their source maps next to them. A script without one counts as one module.
 */
export const modulesOf = (files: readonly string[]): ModuleSize[] => {
  const sizes = new Map<string, number>();
  for (const file of files) {
    // A script with a single module has no map.
    if (!existsSync(`${file}.map`)) {
      sizes.set(basename(file), statSync(file).size);
      continue;
    }
    const lines = readFileSync(file, 'utf8').split('\n');
    const map = new TraceMap(readFileSync(`${file}.map`, 'utf8'));
    let line = 1;
    let column = 0;
    let name = 'webpack';
    const add = (upToLine: number, upToColumn: number): void => {
      let bytes = 0;
      for (; line < upToLine; line += 1, column = 0) bytes += Math.max(0, (lines[line - 1]?.length ?? 0) - column);
      bytes += Math.max(0, upToColumn - column);
      column = upToColumn;
      sizes.set(name, (sizes.get(name) ?? 0) + bytes);
    };
    eachMapping(map, ({ generatedLine, generatedColumn, source }) => {
      add(generatedLine, generatedColumn);
      name = source === null ? 'webpack' : nameOf(source);
    });
    add(lines.length, lines.at(-1)?.length ?? 0);
  }
  return [...sizes].map(([module, bytes]) => ({ name: module, bytes })).sort((one, other) => other.bytes - one.bytes);
};
