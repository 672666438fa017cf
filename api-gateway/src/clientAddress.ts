import { BlockList, isIP } from 'node:net';

const normal = (address: string): string => (address.startsWith('::ffff:') ? address.slice(7) : address);

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
