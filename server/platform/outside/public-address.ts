import ipaddr from 'ipaddr.js'

/** The only IPv6 range for the open internet. */
const globalUnicast = ipaddr.parseCIDR('2000::/3')

/** Also refuses every IPv6 form that embeds IPv4 (mapped, NAT64, 6to4, Teredo). */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(globalUnicast[0] as ipaddr.IPv6, globalUnicast[1])
}

const maxUrlLength = 2_048
const ports = new Set(['', '80', '443'])

/** Undefined unless http(s), a usual port, no credentials and no private number as host. `allowed`: `host:port` of the settings. */
export function readOutsideUrl(text: string, allowed: ReadonlySet<string>): URL | undefined {
  if (text.length > maxUrlLength || !URL.canParse(text)) return undefined
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined
  if (url.username || url.password || !url.hostname) return undefined
  if (allowed.has(hostAndPort(url))) return url
  if (!ports.has(url.port)) return undefined
  const number = numericHost(url)
  return number !== undefined && !isPublicAddress(number) ? undefined : url
}

/** The URL parser has already normalised decimal, octal and hexadecimal spellings. */
export function numericHost({ hostname }: URL): string | undefined {
  const bare = hostname.replace(/^\[|\]$/g, '')
  return ipaddr.isValid(bare) ? bare : undefined
}

export function hostAndPort(url: URL): string {
  return `${url.hostname}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`
}
