import { BlockList, isIP, isIPv4, isIPv6, SocketAddress } from 'node:net';

/** What some proxies put around an address: a port, and with it brackets around IPv6. */
const aroundAddress = /^(?:\[(?<v6>[^[\]]+)\]|(?<v4>[\d.]+)(?=:))(?::\d{1,5})?$/;
const mapped = '::ffff:';

/**
 * An address in its one form, since limits and trust compare it: IPv4 as such, also where it is written as IPv6, and IPv6 as RFC 5952 has
 * it, without a zone. `undefined` for what is no address.
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

/** What `TRUSTED_PROXIES` holds: addresses and networks, with commas or blanks; or the first that is neither. */
export const readNetworks = (value: string): { networks: string[] } | { bad: string } => {
  const networks = value.split(/[\s,]+/).filter(Boolean);
  const bad = networks.find((each) => !isNetwork(each));
  return bad === undefined ? { networks } : { bad };
};

/** Answers whose request it is: the socket's address, or what a proxy in `TRUSTED_PROXIES` says. */
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
    // From the right: each hop is believed only when the one that told it is ours.
    for (const hop of forwardedFor.split(',').reverse()) {
      if (!isTrusted(address)) break;
      const told = canonicalAddress(hop.trim());
      if (told === undefined) break;
      address = told;
    }
    return address;
  };
}

/** Whom an address belongs to: itself, or of IPv6 the full form of its first four groups, one household however many it has. */
export const networkOf = (address: string): string => {
  const canonical = canonicalAddress(address) ?? address;
  if (!isIPv6(canonical)) return canonical;
  const [head = '', tail] = canonical.split('::');
  const left = head ? head.split(':') : [];
  const right = tail ? tail.split(':') : [];
  const groups = tail === undefined ? left : [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
  return `${groups.slice(0, 4).join(':')}::/64`;
};
