import { BlockList, isIP, isIPv6 } from 'node:net';

const normal = (address: string): string => (address.startsWith('::ffff:') ? address.slice(7) : address);

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
    let address = normal(socketAddress ?? 'unknown');
    if (!forwardedFor) return address;
    // From the right: each hop is believed only when the one that told it is ours.
    for (const hop of forwardedFor.split(',').reverse()) {
      if (!isTrusted(address)) break;
      const told = normal(hop.trim());
      if (isIP(told) === 0) break;
      address = told;
    }
    return address;
  };
}

/** Whom an address belongs to: itself, or of IPv6 the full form of its first four groups, one household however many it has. */
export const networkOf = (address: string): string => {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('::');
  const left = head ? head.split(':') : [];
  const right = tail ? tail.split(':') : [];
  const groups = tail === undefined ? left : [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
};
