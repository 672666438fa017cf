import { createClientAddress, networkOf, readNetworks, wideNetworkOf } from './clientAddress.ts';

describe('the client’s address', () => {
  it('is the socket’s while no proxy is trusted, whatever a header says', () => {
    const addressOf = createClientAddress([]);
    expect(addressOf('203.0.113.7', '198.51.100.1')).toBe('203.0.113.7');
    expect(addressOf('::ffff:203.0.113.7', undefined)).toBe('203.0.113.7');
  });

  it('is what the nearest trusted proxy saw', () => {
    const addressOf = createClientAddress(['10.0.0.0/8', '::1']);
    expect(addressOf('10.1.2.3', '198.51.100.1')).toBe('198.51.100.1');
    // A hop that a client has forged is left of the one that the proxy added.
    expect(addressOf('10.1.2.3', '1.1.1.1, 198.51.100.1')).toBe('198.51.100.1');
    expect(addressOf('::1', '198.51.100.1, 10.9.9.9')).toBe('198.51.100.1');
    expect(addressOf('10.1.2.3', 'nonsense')).toBe('10.1.2.3');
  });
});

describe('the spellings of one address count as one', () => {
  const addressOf = createClientAddress(['10.0.0.0/8', 'fe80::/10']);
  const written = (told: string) => addressOf('10.1.2.3', told);

  it.each([
    '203.0.113.7:50712',
    '::ffff:203.0.113.7',
    '::FFFF:203.0.113.7',
    '::ffff:cb00:7107',
    '0:0:0:0:0:ffff:203.0.113.7',
    '[::ffff:203.0.113.7]:443',
  ])('IPv4 as %s', (told) => {
    expect(written(told)).toBe('203.0.113.7');
    expect(written(`198.51.100.1, ${told}`)).toBe('203.0.113.7');
  });

  it.each([
    '2001:db8::1',
    '2001:DB8:0:0::1',
    '2001:0db8:0000:0000:0000:0000:0000:0001',
    '[2001:db8::1]',
    '[2001:db8::1]:443',
    '2001:db8::1%eth0',
  ])('IPv6 as %s', (told) => {
    expect(written(told)).toBe('2001:db8::1');
  });

  it.each(['::ffff:10.9.9.9', '::ffff:a09:909', '10.9.9.9:80', 'fe80::1%eth0', '[fe80::1]:80'])('a trusted proxy as %s', (hop) => {
    expect(written(`203.0.113.7, ${hop}`)).toBe('203.0.113.7');
  });

  it.each([
    '',
    ' ',
    ',',
    '203.0.113.7,',
    '203.0.113.7, unknown',
    '01.2.3.4',
    '203.0.113.7:',
    '203.0.113.7:1:2',
    '[203.0.113.7',
    '[203.0.113.7]',
    '2001:db8::1]:1',
    '%',
    '1.2.3',
  ])('"%s" says nothing: the proxy’s own counts', (told) => {
    expect(written(told)).toBe('10.1.2.3');
  });
});

describe('a list of trusted proxies', () => {
  it.each([
    ['', []],
    ['10.0.0.0/8, ::1  192.0.2.1', ['10.0.0.0/8', '::1', '192.0.2.1']],
  ])('"%s" is read', (value, networks) => {
    expect(readNetworks(value)).toEqual({ networks });
    expect(() => createClientAddress(networks)).not.toThrow();
  });

  it.each(['proxy', '999.1.1.1', '10.0.0.0/33', '::1/129', '10.0.0.0/8/8', 'fe80::1%eth0', '10.0.0.0/'])('"%s" is named', (bad) => {
    expect(readNetworks(`10.0.0.1,${bad}`)).toEqual({ bad });
  });
});

it('the addresses of an IPv6 household are one', () => {
  expect(networkOf('2001:0db8:0001:0002:ffff::1')).toBe('2001:db8:1:2::/64');
  expect(networkOf('2001:db8:1:2::9')).toBe(networkOf('2001:db8:1:2:3:4:5:6'));
  expect(networkOf('203.0.113.7')).toBe('203.0.113.7');
  expect(networkOf('::ffff:cb00:7107')).toBe('203.0.113.7');
  expect(networkOf('::5:6:7:8:192.0.2.1')).toBe(networkOf('0:0:5:6::'));
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
});

it('the addresses that one customer of a provider can have are one', () => {
  expect(wideNetworkOf('2001:db8:1:2::9')).toBe('2001:db8:1::/48');
  expect(wideNetworkOf('2001:db8:1:ffff:3:4:5:6')).toBe('2001:db8:1::/48');
  expect(wideNetworkOf('::5:6:7:8:192.0.2.1')).toBe('0:0:5::/48');
  expect([wideNetworkOf('203.0.113.7'), wideNetworkOf('::ffff:203.0.113.99')]).toEqual(['203.0.113.0/24', '203.0.113.0/24']);
  expect(wideNetworkOf('unknown')).toBe('unknown');
});
