import type { Config } from '#server/config.ts'
import type { PlatformKindName } from '../channel.ts'

export function connectableKinds(config: Config): PlatformKindName[] {
  const known: [PlatformKindName, boolean][] = [
    ['facebook', config.FACEBOOK_APP_ID !== '' && config.FACEBOOK_APP_SECRET !== ''],
    ['zalo', config.ZALO_APP_ID !== '' && config.ZALO_APP_SECRET !== ''],
  ]
  return known.flatMap(([kind, isKnown]) => (isKnown ? [kind] : []))
}
