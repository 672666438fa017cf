// Replaces the federation runtime's version ranges, of which two forms are in use: `^19.0.0`, which a remote asks for
// (`packages/contracts/src/sharedModules.ts`), and `<=19.2.0`, by which the runtime sorts versions.
const partsOf = (version) => version.split('.').map((part) => Number.parseInt(part, 10));

const compare = (one, other) => one.map((part, place) => part - (other[place] ?? 0)).find((difference) => difference !== 0) ?? 0;

export const satisfy = (version, range) => {
  const [parts, limit] = [partsOf(version), partsOf(range.replace(/^\D+/, ''))];
  const order = compare(parts, limit);
  return range.startsWith('<=') ? order <= 0 : order >= 0 && parts[0] === limit[0];
};
