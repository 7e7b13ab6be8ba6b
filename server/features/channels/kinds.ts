import type { ChannelKind, PlatformKindName } from './channel.ts'
import { facebook } from './facebook/facebook.ts'
import { zalo } from './zalo/zalo.ts'

export const kinds: Partial<Record<PlatformKindName, ChannelKind>> = { facebook, zalo }

/** undefined for websites */
export function kindOf(name: string): ChannelKind | undefined {
  return Object.hasOwn(kinds, name) ? kinds[name as PlatformKindName] : undefined
}
