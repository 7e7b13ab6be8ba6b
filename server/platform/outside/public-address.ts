import ipaddr from 'ipaddr.js'

/** IPv6 that is handed out for the internet; everything below and above is special. */
const globalUnicast = ipaddr.parseCIDR('2000::/3')

/**
 * Whether an address belongs to the open internet. Nothing else is let through: loopback, private, link-local, carrier and
 * benchmark nets, multicast, and every form of IPv6 that carries an IPv4 address in it (mapped, NAT64, 6to4, Teredo).
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(globalUnicast[0] as ipaddr.IPv6, globalUnicast[1])
}

const maxUrlLength = 2_048
const ports = new Set(['', '80', '443'])

/**
 * Reads an address that somebody gave. Undefined unless it is http or https on its usual ports, without a name and password in
 * it, and, where the host is a number in any spelling, a public one.
 * @param allowed hosts (`host:port`) that the installation's owner has named
 */
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

/** The host when it is an address itself; the parser has turned decimal, octal and hexadecimal spellings into the usual one. */
export function numericHost({ hostname }: URL): string | undefined {
  const bare = hostname.replace(/^\[|\]$/g, '')
  return ipaddr.isValid(bare) ? bare : undefined
}

export function hostAndPort(url: URL): string {
  return `${url.hostname}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`
}
