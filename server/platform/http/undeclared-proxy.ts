import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { Platform } from '../platform.ts'

const seen = new WeakMap<Platform, string>()

/**
 * A request that says whom it was forwarded for comes from a reverse proxy, and none is named in TRUSTED_PROXIES: all people then
 * count as one address, and share its limits. Told once. Only a neighbour is believed: from the open internet anybody may say so.
 */
export function recordProxy(platform: Platform, { headers, ip }: FastifyRequest): void {
  const saysSo = headers['x-forwarded-for'] !== undefined || headers['forwarded'] !== undefined
  if (!saysSo || seen.has(platform) || !isNear(ip)) return
  seen.set(platform, ip)
  platform.log.warn(
    { proxy: ip },
    'Requests come through a proxy that TRUSTED_PROXIES does not name: everybody counts as one',
  )
}

/** The address of a proxy that nobody named, if requests came through one since the start. */
export function undeclaredProxy(platform: Platform): string | undefined {
  return seen.get(platform)
}

function isNear(ip: string): boolean {
  return ipaddr.isValid(ip) && ipaddr.process(ip).range() !== 'unicast'
}
