import type { Visitor } from '#features/channels/website/website-visitor.ts'

/** The passing messages that only this visitor's own streams hear. */
export function visitorTopic(visitor: Visitor): string {
  return `visitor:${visitor.channelId}:${visitor.externalId}`
}
