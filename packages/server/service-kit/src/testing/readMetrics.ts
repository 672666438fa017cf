interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

export interface ReadMetrics {
  /** The type of each family: counter, gauge, histogram. */
  types: Record<string, string>;
  samples: Sample[];
  /** Returns the only sample of that name with these labels, and possibly others. */
  valueOf(name: string, labels: Record<string, string>): number | undefined;
}

const metricName = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const sampleLine = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/;
const labelPair = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)/y;

const unescaped = (text: string): string => text.replace(/\\(.)/g, (_whole, sign: string) => (sign === 'n' ? '\n' : sign));

const readLabels = (text: string, line: string): Record<string, string> => {
  const labels: Record<string, string> = {};
  for (labelPair.lastIndex = 0; labelPair.lastIndex < text.length;) {
    const [, name = '', value = ''] = labelPair.exec(text) ?? [];
    if (!name || name in labels) throw new Error(`Not labels: ${line}`);
    labels[name] = unescaped(value);
  }
  return labels;
};

const readValue = (text: string, line: string): number => {
  const value = { '+Inf': Infinity, '-Inf': -Infinity, Nan: NaN, NaN }[text] ?? Number(text);
  if (text !== 'NaN' && text !== 'Nan' && Number.isNaN(value)) throw new Error(`Not a number: ${line}`);
  return value;
};

/**
 * Parses Prometheus's text format, version 0.0.4, for tests.
 *
 * @throws Error for a malformed line, a sample without a declared type, and a repeated sample
 */
export function readMetrics(text: string): ReadMetrics {
  const types: Record<string, string> = {};
  const samples: Sample[] = [];
  const seen = new Set<string>();
  if (!text.endsWith('\n')) throw new Error('The last line has no end.');
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('# HELP ')) continue;
    if (line.startsWith('# TYPE ')) {
      const [name = '', type = ''] = line.slice(7).split(' ');
      if (!metricName.test(name) || !['counter', 'gauge', 'histogram', 'summary', 'untyped'].includes(type) || name in types)
        throw new Error(`Not a type: ${line}`);
      types[name] = type;
      continue;
    }
    const [, name, labels = '', value = ''] = sampleLine.exec(line) ?? [];
    if (name === undefined) throw new Error(`Not a line of Prometheus: ${line}`);
    const family = name in types ? name : name.replace(/_(bucket|sum|count)$/, '');
    if (!(family in types)) throw new Error(`No type: ${line}`);
    const key = line.slice(0, line.lastIndexOf(' '));
    if (seen.has(key)) throw new Error(`Twice: ${line}`);
    seen.add(key);
    samples.push({ name, labels: readLabels(labels, line), value: readValue(value, line) });
  }
  return {
    types,
    samples,
    valueOf: (name, labels) =>
      samples.find((sample) => sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value))
        ?.value,
  };
}
