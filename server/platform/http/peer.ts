import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import ipaddr from 'ipaddr.js'

/** Who is taken at their word about whom they speak for. */
export type TrustsProxy = (address: string, hop: number) => boolean

export function trustIn(proxies: string[]): TrustsProxy {
  return proxyAddr.compile(proxies)
}

/** Before the routes, what their `request.ip` will be; '' when it has gone, or came through no network. */
export function addressOf(request: IncomingMessage, trusts: TrustsProxy): string {
  return request.socket.remoteAddress ? proxyAddr(request, trusts) : ''
}

/** An IPv4 address, or the IPv6 /64 that one household gets. */
export function peerOf(ip: string): string {
  return leading(ip, 32, 4)
}

export function blockOf(ip: string): string {
  return leading(ip, 24, 3)
}

/** A private peer is an unnamed reverse proxy (TRUSTED_PROXIES) or this server, so it identifies no visitor. */
export function identifiesNobody(address: string): boolean {
  return /^(?:::1$|f[cd]|fe80:|(?:::ffff:)?(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.))/i.test(address)
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
