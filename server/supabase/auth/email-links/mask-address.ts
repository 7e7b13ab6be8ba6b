import ipaddr from 'ipaddr.js'

/** The network of an address without the machine: `113.161.•.•`, `2405:4802:•`. What is no address is not shown at all. */
export function maskAddress(address: string): string | null {
  if (!ipaddr.isValid(address)) return null
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return `${parsed.octets.slice(0, 2).join('.')}.•.•`
  return `${parsed.parts
    .slice(0, 2)
    .map(part => part.toString(16))
    .join(':')}:•`
}
