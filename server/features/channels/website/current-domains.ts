import type { Platform } from '#platform/platform.ts'
import { readDomain } from '#shared/rules/website/website-domain.ts'

export function currentDomains({ config }: Pick<Platform, 'config'>): string[] {
  const { hostname } = new URL(config.publicUrl)
  if (hostname === 'localhost' || hostname === '127.0.0.1') return ['127.0.0.1', 'localhost']
  const domain = readDomain(config.publicUrl)
  return domain === null ? [] : [domain]
}
