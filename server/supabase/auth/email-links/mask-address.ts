import ipaddr from 'ipaddr.js'

/** Only the network: `113.161.•.•`, `2405:4802:•`; null for anything else. */
export function maskAddress(address: string): string | null {
  if (!ipaddr.isValid(address)) return null
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return `${parsed.octets.slice(0, 2).join('.')}.•.•`
  return `${parsed.parts
    .slice(0, 2)
    .map(part => part.toString(16))
    .join(':')}:•`
}
