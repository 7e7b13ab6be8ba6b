import type { ChannelKind, PlatformKindName } from './channel.ts'
import { facebook } from './facebook/facebook.ts'
import { zalo } from './zalo/zalo.ts'

/** Every kind of channel whose platform calls us. A new one is a folder beside this file and a line here. */
export const kinds: Partial<Record<PlatformKindName, ChannelKind>> = { facebook, zalo }

/** The kind of a stored channel, as its row names it; undefined for websites. */
export function kindOf(name: string): ChannelKind | undefined {
  return Object.hasOwn(kinds, name) ? kinds[name as PlatformKindName] : undefined
}
