import { sourceOfText } from '@lectern/documents';
import { usablePassages } from '../statements.ts';
import { acronymsOf, spelledOut } from './acronyms.ts';

it.each([
  ['DHCP – dynamic host configuration protocol', 'DHCP', 'dynamic host configuration protocol'],
  ['PTD = paid to date', 'PTD', 'paid to date'],
  ['NAT: network address translation.', 'NAT', 'network address translation'],
])('reads %s', (line, short, long) => {
  expect(spelledOut(line)).toEqual({ short, long });
});

it.each(['DNS – resolves the names of hosts', 'DHCP – a dynamic host configuration protocol of the network', 'Note – dynamic host'])(
  'finds no long form in %s',
  (line) => {
    expect(spelledOut(line)).toBeUndefined();
  },
);

it('asks once for an abbreviation that is spelled out twice', () => {
  const source = sourceOfText(
    '# Networks\n\n- NAT – network address translation\n- Network address translation (NAT) hides hosts.\n- The DNS answers names.',
  );
  expect(acronymsOf(usablePassages(source)).map(({ short, long }) => [short, long])).toEqual([['NAT', 'network address translation']]);
});
