import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import JSZip from 'jszip';
import { SaxesParser } from 'saxes';
import { DocumentError } from '../DocumentError.ts';
import { readXml } from './xml.ts';

const partOf = (xml: string) => ({ bytes: new TextEncoder().encode(xml), spend: () => undefined });

/** The events of a part as lines: elements with the listed attributes, and texts. */
function eventsOf(xml: string): string[] {
  const events: string[] = [];
  let text = '';
  const flush = (): void => {
    if (text !== '') events.push(`"${text}"`);
    text = '';
  };
  readXml(partOf(xml), {
    open: (element) => {
      flush();
      events.push(
        `<${element.name} ${element.attribute('val') ?? '-'} ${element.attribute('Target') ?? '-'} ${element.qualified('id') ?? '-'}`,
      );
    },
    text: (chunk) => {
      text += chunk;
    },
    close: (name) => {
      flush();
      events.push(`>${name}`);
    },
  });
  return events;
}

/** The same events from saxes. */
function eventsBySaxes(xml: string): string[] {
  const events: string[] = [];
  let text = '';
  const flush = (): void => {
    if (text !== '') events.push(`"${text}"`);
    text = '';
  };
  const local = (name: string): string => name.slice(name.indexOf(':') + 1);
  const parser = new SaxesParser({ xmlns: false, position: false });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    flush();
    const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1];
    events.push(`<${local(name)} ${attributes['val'] ?? '-'} ${attributes['Target'] ?? '-'} ${id ?? '-'}`);
  });
  parser.on('closetag', ({ name }) => {
    flush();
    events.push(`>${local(name)}`);
  });
  const take = (chunk: string): void => {
    text += chunk;
  };
  parser.on('text', take);
  parser.on('cdata', take);
  parser.write(xml).close();
  // Text outside the root element is ignored.
  return events;
}

const normal = (events: string[]): string[] =>
  events.map((event) => event.replaceAll('\r\n', '\n')).filter((event) => !/^"\s*"$/.test(event));

it.each([
  '<a/>',
  '<?xml version=\'1.0\'?>\n<!-- - > --><a:b xmlns:a="x" r:id=\'4\' id="5" val = "&lt;&#65;&#x42;\'>"\n Target="a=b/>"><![CDATA[<&]]]>x</a:b >\n<!-- end -->',
  '<a>one<b/>two<c><d val=""/></c> &amp;amp; &apos;&quot;&gt;</a>',
])('reads %s as a general parser does', (xml) => {
  expect(normal(eventsOf(xml))).toEqual(normal(eventsBySaxes(xml)));
  expect(eventsOf(xml).length).toBeGreaterThan(1);
});

it.each([
  '',
  'text',
  '<a',
  '<a>',
  '</a>',
  '<a></b>',
  '<a></ab>',
  '<a/><b/>',
  '<a/>text',
  '<a b/>',
  '<a b=c/>',
  '<a b="c/>',
  '<a b="c"d="e"/>',
  '<a / >',
  '< a/>',
  '<a>&b;</a>',
  '<a>& </a>',
  '<a>&constructor;</a>',
  '<a>&#0;</a>',
  '<a>&#x110000;</a>',
  '<a b="&lt"/>x',
  '<a><!-- </a>',
  '<a><![CDATA[ </a>',
  '<![CDATA[x]]><a/>',
  '<!DOCTYPE a [<!ENTITY b "c">]><a/>',
  '<a><!ELEMENT b></a>',
  '<a><?b </a>',
  '<a<b/></a>',
])('refuses %s', (xml) => {
  const read = (): void =>
    readXml(partOf(xml), {
      open: (element) => void [element.attribute('b'), element.qualified('b')],
      text: () => undefined,
      close: () => undefined,
    });
  expect(read).toThrow(DocumentError);
});

it('reports the number of tags and attributes while it reads', () => {
  const spent: number[] = [];
  readXml(
    { bytes: new TextEncoder().encode(`<a>${'<b c="d"/>'.repeat(2_000)}</a>`), spend: (marks) => spent.push(marks) },
    { open: () => undefined, close: () => undefined },
  );
  expect(spent.length).toBeGreaterThanOrEqual(4);
  expect(spent.reduce((sum, marks) => sum + marks, 0)).toBe(4_002);
});

const root = join(__dirname, '../../../../..');
const decks = [join(root, 'samples'), join(root, '../shared/decks')]
  .filter((folder) => existsSync(folder))
  .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
  .filter((name) => name.endsWith('.pptx'));

it.each(decks.map((file) => [file.split('/').at(-1) ?? '', file]))(
  'reads every part of %s as a general parser does',
  async (_name, file) => {
    const zip = await JSZip.loadAsync(readFileSync(file));
    const names = Object.keys(zip.files).filter((name) => /\.(xml|rels)$/.test(name));
    expect(names.length).toBeGreaterThan(10);
    for (const name of names) {
      const xml = ((await zip.file(name)?.async('string')) ?? '').replace(/^\ufeff/, '');
      expect(normal(eventsOf(xml)).join('\n') === normal(eventsBySaxes(xml)).join('\n') ? '' : name).toBe('');
    }
  },
);
