import ipaddr from 'ipaddr.js'
import { failure } from '#platform/errors.ts'

/** As CIDR without host bits, each once. @throws access.network_wrong naming the first that is none */
export function readNetworks(texts: string[]): string[] {
  const networks = texts.map(text => {
    const network = networkOf(text)
    if (network === undefined) throw failure('access.network_wrong', { address: text })
    return network
  })
  return [...new Set(networks)]
}

function networkOf(text: string): string | undefined {
  const [, address = '', bits] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  if (ipaddr.IPv4.isValidFourPartDecimal(address))
    return within(bits, 32, prefix => ipaddr.IPv4.networkAddressFromCIDR(`${address}/${prefix}`))
  if (!ipaddr.IPv6.isValid(address)) return undefined
  const parsed = ipaddr.IPv6.parse(address)
  // Addresses are compared as IPv4 wherever they are one.
  if (parsed.isIPv4MappedAddress()) return bits === undefined ? `${parsed.toIPv4Address().toString()}/32` : undefined
  return within(bits, 128, prefix => ipaddr.IPv6.networkAddressFromCIDR(`${address}/${prefix}`))
}

function within(
  bits: string | undefined,
  max: number,
  networkAt: (prefix: number) => ipaddr.IPv4 | ipaddr.IPv6,
): string | undefined {
  const prefix = bits === undefined ? max : Number(bits)
  return prefix > max ? undefined : `${networkAt(prefix).toString()}/${prefix}`
}
