import ipaddr from 'ipaddr.js'

/** Who counts as one on the network: an IPv4 address, or the /64 of IPv6 that one household gets. */
export function peerOf(ip: string): string {
  return leading(ip, 32, 4)
}

/** The neighbourhood of a peer: the /24 of IPv4, the /48 of IPv6. */
export function blockOf(ip: string): string {
  return leading(ip, 24, 3)
}

function leading(ip: string, bits: 24 | 32, groups: number): string {
  if (!ipaddr.isValid(ip)) return ip
  // An IPv4 address in the clothes of IPv6 is that IPv4 address.
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4')
    return address
      .toString()
      .split('.')
      .slice(0, bits / 8)
      .join('.')
  return (address as ipaddr.IPv6).parts
    .slice(0, groups)
    .map(part => part.toString(16))
    .join(':')
}
