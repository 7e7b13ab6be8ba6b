import ipaddr from 'ipaddr.js'

/** An IPv4 address, or the IPv6 /64 that one household gets. */
export function peerOf(ip: string): string {
  return leading(ip, 32, 4)
}

export function blockOf(ip: string): string {
  return leading(ip, 24, 3)
}

function leading(ip: string, bits: 24 | 32, groups: number): string {
  if (!ipaddr.isValid(ip)) return ip
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
