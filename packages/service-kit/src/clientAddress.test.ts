import { createClientAddress, networkOf, readNetworks } from './clientAddress.ts';

describe('the client’s address', () => {
  it('is the socket’s while no proxy is trusted, whatever a header says', () => {
    const addressOf = createClientAddress([]);
    expect(addressOf('203.0.113.7', '198.51.100.1')).toBe('203.0.113.7');
    expect(addressOf('::ffff:203.0.113.7', undefined)).toBe('203.0.113.7');
  });

  it('is what the nearest trusted proxy saw', () => {
    const addressOf = createClientAddress(['10.0.0.0/8', '::1']);
    expect(addressOf('10.1.2.3', '198.51.100.1')).toBe('198.51.100.1');
    // A hop that a client made up stands left of what the proxy added.
    expect(addressOf('10.1.2.3', '1.1.1.1, 198.51.100.1')).toBe('198.51.100.1');
    expect(addressOf('::1', '198.51.100.1, 10.9.9.9')).toBe('198.51.100.1');
    expect(addressOf('10.1.2.3', 'nonsense')).toBe('10.1.2.3');
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
});
