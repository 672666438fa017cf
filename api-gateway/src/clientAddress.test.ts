import { createClientAddress } from './clientAddress.ts';

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
