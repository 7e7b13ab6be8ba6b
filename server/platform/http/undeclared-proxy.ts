import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { Platform } from '../platform.ts'

const seen = new WeakMap<Platform, string>()

/** Without TRUSTED_PROXIES all visitors share one address's limits. Only trust a private-network peer: anyone can send the header. */
export function recordProxy(platform: Platform, { headers, ip }: FastifyRequest): void {
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers['forwarded'] !== undefined
  if (!isForwarded || seen.has(platform) || !isNear(ip)) return
  seen.set(platform, ip)
  platform.log.warn(
    { proxy: ip },
    'Requests come through a proxy that TRUSTED_PROXIES does not name: everybody counts as one',
  )
}

export function undeclaredProxy(platform: Platform): string | undefined {
  return seen.get(platform)
}

function isNear(ip: string): boolean {
  return ipaddr.isValid(ip) && ipaddr.process(ip).range() !== 'unicast'
}
