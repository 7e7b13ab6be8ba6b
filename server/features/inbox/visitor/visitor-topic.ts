import type { Visitor } from '#features/channels/website/website-visitor.ts'

export function visitorTopic(visitor: Visitor): string {
  return `visitor:${visitor.channelId}:${visitor.externalId}`
}
