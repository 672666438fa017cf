import type { CueBaseline } from './cueBaselines.ts';

/** A shape of the plot's own size; the page scales it. */
const width = 760;
const left = 268;
const right = 680;
const top = 112;
const rowHeight = 34;
/** The end of the scale; chance and bound of three and four options are in its middle. */
const most = 0.6;

const at = (share: number): number => left + (Math.min(share, most) / most) * (right - left);
const rounded = (value: number): string => value.toFixed(1);
const percent = (share: number): string => `${Math.round(share * 100)} %`;
const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

/** Half of what chance alone moves a share of so many questions, in 19 of 20 cases. */
const noise = ({ rate, n }: CueBaseline): number => 1.96 * Math.sqrt((rate * (1 - rate)) / n);

// The product's colours (packages/ui) as sRGB, since not every viewer of pictures knows OKLCH.
const style = `
  .paper { fill: #f9f6f0 } .frame { fill: none; stroke: #e0dcd4 } .line { stroke: #e0dcd4 } .beyond { fill: #ffebea; fill-opacity: 0.7 }
  .ink { fill: #1c1d28 } .soft { fill: #454753 } .faint { fill: #61626e }
  .chance { stroke: #61626e } .bound { stroke: #ac1922 } .bound-text, .leaks { fill: #ac1922 }
  .stem { stroke: #c8c8fb } .noise { stroke: #e0dcd4 } .dot { fill: #5344c3 } .told { fill: #f9f6f0; stroke: #5344c3 }
  text { font-family: Inter, 'Helvetica Neue', Helvetica, Arial, sans-serif; font-size: 14px; font-variant-numeric: tabular-nums }
  .title { font-family: 'Source Serif 4', Georgia, 'Times New Roman', serif; font-size: 22px } .small { font-size: 12px }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #111218 } .frame { stroke: #32333c } .line { stroke: #32333c } .beyond { fill: #431d1c; fill-opacity: 0.45 }
    .ink { fill: #efece7 } .soft { fill: #c4c0ba } .faint { fill: #a5a199 }
    .chance { stroke: #a5a199 } .bound { stroke: #f98e8b } .bound-text, .leaks { fill: #f98e8b }
    .stem { stroke: #49457c } .noise { stroke: #32333c } .dot { fill: #a69ef5 } .told { fill: #111218; stroke: #a69ef5 }
  }`;

function row(baseline: CueBaseline, index: number): string {
  const y = top + rowHeight * (index + 0.5);
  const x = at(baseline.rate);
  const isLeak = baseline.isJudged && baseline.rate > baseline.bound;
  const from = at(Math.max(0, baseline.rate - noise(baseline)));
  const to = at(baseline.rate + noise(baseline));
  // A leak has another shape too: colour alone says nothing to some readers.
  const mark = isLeak
    ? `<path class="leaks" d="M${rounded(x)} ${y - 7} l7 7 l-7 7 l-7 -7 z"/>`
    : `<circle class="${baseline.isJudged ? 'dot' : 'told'}" cx="${rounded(x)}" cy="${y}" r="${baseline.isJudged ? 5.5 : 5}"${baseline.isJudged ? '' : ' stroke-width="2"'}/>`;
  const name = baseline.isJudged ? baseline.name : `${baseline.name} (not judged)`;
  return [
    `<g>`,
    `<text class="ink" x="${left - 20}" y="${y + 5}" text-anchor="end">${escaped(name)}</text>`,
    `<line class="noise" x1="${rounded(from)}" x2="${rounded(to)}" y1="${y}" y2="${y}" stroke-width="6" stroke-linecap="round"/>`,
    `<line class="stem" x1="${rounded(at(baseline.chance))}" x2="${rounded(x)}" y1="${y}" y2="${y}" stroke-width="2"/>`,
    mark,
    `<text class="${isLeak ? 'bound-text' : 'soft'}" x="${width - 24}" y="${y + 5}" text-anchor="end">${percent(baseline.rate)}</text>`,
    `</g>`,
  ].join('');
}

/** How often each baseline finds the key, against chance and the bound, as an SVG with a ground of its own for light and dark pages. */
export function plotCueBaselines(baselines: readonly CueBaseline[], engine: string): string {
  const first = baselines[0];
  const bottom = top + rowHeight * Math.max(1, baselines.length);
  const height = bottom + 58;
  const said = first
    ? `${first.n} questions by the ${engine} engine; chance ${percent(first.chance)}, bound ${percent(first.bound)}`
    : 'No questions were made';
  const guides = first
    ? [
        `<rect class="beyond" x="${rounded(at(first.bound))}" y="${top - 8}" width="${rounded(right - at(first.bound))}" height="${bottom - top + 16}"/>`,
        ...[0, 0.2, 0.4, 0.6].map(
          (share) =>
            `<line class="line" x1="${at(share)}" x2="${at(share)}" y1="${top - 8}" y2="${bottom + 8}"/><text class="faint small" x="${at(share)}" y="${bottom + 28}" text-anchor="middle">${percent(share)}</text>`,
        ),
        `<line class="chance" x1="${rounded(at(first.chance))}" x2="${rounded(at(first.chance))}" y1="${top - 8}" y2="${bottom + 8}" stroke-width="1.5"/>`,
        `<line class="bound" x1="${rounded(at(first.bound))}" x2="${rounded(at(first.bound))}" y1="${top - 8}" y2="${bottom + 8}" stroke-width="1.5" stroke-dasharray="4 4"/>`,
        `<text class="faint small" x="${rounded(at(first.chance))}" y="${top - 16}" text-anchor="middle">chance</text>`,
        `<text class="bound-text small" x="${rounded(at(first.bound))}" y="${top - 16}" text-anchor="middle">bound</text>`,
      ]
    : [];
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title description">`,
    `<title id="title">Cue baselines</title>`,
    `<desc id="description">${escaped(`${said}. ${baselines.map(({ name, rate }) => `${name}: ${percent(rate)}`).join('; ')}.`)}</desc>`,
    `<style>${style}\n</style>`,
    `<rect class="paper" width="${width}" height="${height}" rx="12"/><rect class="frame" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="11.5"/>`,
    `<text class="ink title" x="24" y="42">Cue baselines</text>`,
    `<text class="soft" x="24" y="66">${escaped(said)}</text>`,
    ...guides,
    ...baselines.map(row),
    `<text class="faint small" x="${left - 20}" y="${bottom + 28}" text-anchor="end">how often the key is found</text>`,
    `</svg>`,
  ].join('\n')}\n`;
}
