import { BlockList, isIP, isIPv4, isIPv6, SocketAddress } from 'node:net';

/** Some proxies add a port to an address, and brackets around IPv6. */
const aroundAddress = /^(?:\[(?<v6>[^[\]]+)\]|(?<v4>[\d.]+)(?=:))(?::\d{1,5})?$/;
const mapped = '::ffff:';

/**
 * Returns the canonical form of an address, because limits and trusted proxies compare texts: IPv4 in dots, also if it is mapped to IPv6; IPv6 as in
 * RFC 5952 without a zone. Returns `undefined` for any other text.
 */
const canonicalAddress = (text: string): string | undefined => {
  if (isIPv4(text)) return text;
  const { v4, v6 } = aroundAddress.exec(text)?.groups ?? {};
  if (v4 !== undefined) return isIPv4(v4) ? v4 : undefined;
  const address = v6 ?? text;
  if (!isIPv6(address)) return undefined;
  const canonical = new SocketAddress({ address: address.split('%', 1)[0] ?? '', family: 'ipv6' }).address;
  const inside = canonical.slice(mapped.length);
  return canonical.startsWith(mapped) && isIPv4(inside) ? inside : canonical;
};

const isNetwork = (text: string): boolean => {
  const [address = '', bits, ...more] = text.split('/');
  const most = isIP(address) === 6 ? 128 : 32;
  return (
    isIP(address) !== 0 &&
    !address.includes('%') &&
    more.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
  );
};

/** Parses `TRUSTED_PROXIES`: addresses and networks, separated by commas or blanks. Returns the first invalid entry, if any. */
export const readNetworks = (value: string): { networks: string[] } | { bad: string } => {
  const networks = value.split(/[\s,]+/).filter(Boolean);
  const bad = networks.find((each) => !isNetwork(each));
  return bad === undefined ? { networks } : { bad };
};

/** Creates a function that returns the client's address: that of the socket, or the one that a trusted proxy reports. */
export function createClientAddress(
  trustedProxies: readonly string[],
): (socketAddress: string | undefined, forwardedFor: string | undefined) => string {
  const trusted = new BlockList();
  for (const each of trustedProxies) {
    const [address = '', bits] = each.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(bits), family);
  }
  const isTrusted = (address: string): boolean => isIP(address) !== 0 && trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

  return (socketAddress, forwardedFor) => {
    let address = (socketAddress !== undefined && canonicalAddress(socketAddress)) || 'unknown';
    if (!forwardedFor) return address;
    // Read from the right: a hop counts only if the hop that reported it is trusted.
    for (const hop of forwardedFor.split(',').reverse()) {
      if (!isTrusted(address)) break;
      const told = canonicalAddress(hop.trim());
      if (told === undefined) break;
      address = told;
    }
    return address;
  };
}

/** Returns the groups of an IPv6 address; `undefined` for any other text. */
const groupsOf = (canonical: string): string[] | undefined => {
  if (!isIPv6(canonical)) return undefined;
  const [head = '', tail] = canonical.split('::');
  const left = head ? head.split(':') : [];
  const right = tail ? tail.split(':') : [];
  return tail === undefined ? left : [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
};

/** Returns the network for limits: an IPv4 address itself, the /64 of an IPv6 address. */
export const networkOf = (address: string): string => {
  const canonical = canonicalAddress(address) ?? address;
  const groups = groupsOf(canonical);
  return groups ? `${groups.slice(0, 4).join(':')}::/64` : canonical;
};

/**
 * Returns the largest network that one customer of a provider may have: the /24 of an IPv4 address, the /48 of an IPv6 address. For counts that must
 * not grow with the addresses of one person.
 */
export const wideNetworkOf = (address: string): string => {
  const canonical = canonicalAddress(address) ?? address;
  const groups = groupsOf(canonical);
  if (groups) return `${groups.slice(0, 3).join(':')}::/48`;
  return isIPv4(canonical) ? `${canonical.split('.').slice(0, 3).join('.')}.0/24` : canonical;
};
