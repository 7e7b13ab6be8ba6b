import type { Attachment } from '#features/channels/channel-events.ts'
import { newId } from '#platform/ids.ts'
import type { StoredAttachment } from '#shared/contracts/channels/channels.contract.ts'
import { storable } from '#platform/text/storable-text.ts'
import type { Arrival } from './arrival.ts'

const maxPerMessage = 20
const copied = new Set<StoredAttachment['type']>(['image', 'gif', 'audio', 'video', 'file', 'sticker'])

export function storedAttachments(attachments: Attachment[]): StoredAttachment[] {
  return attachments.slice(0, maxPerMessage).map(one => ({
    id: newId(),
    type: one.type,
    status: isCopied(one) ? 'waiting' : 'none',
    ...texts(one),
    ...(one.size !== undefined && { size: one.size }),
    ...(one.url && { url: storable(one.url).slice(0, 4000) }),
    ...(one.latitude !== undefined && { latitude: one.latitude }),
    ...(one.longitude !== undefined && { longitude: one.longitude }),
  }))
}

function isCopied({ type, url }: Attachment): boolean {
  return copied.has(type) && url !== undefined
}

function texts(one: Attachment): Partial<StoredAttachment> {
  const named = Object.entries({ name: one.name, title: one.title, text: one.text })
  return Object.fromEntries(named.flatMap(([key, text]) => (text ? [[key, storable(text).slice(0, 2000)]] : [])))
}

/** One job per file, so that an unavailable one holds nothing up. */
export async function copyAttachments(
  { platform, tx, channel }: Arrival,
  messageId: string,
  attachments: StoredAttachment[],
): Promise<void> {
  for (const one of attachments) {
    if (one.status !== 'waiting') continue
    await platform.jobs.enqueue(tx, {
      kind: 'copy attachment',
      lane: `copy ${channel.id}`,
      payload: { workspace_id: channel.workspaceId, message_id: messageId, attachment_id: one.id },
    })
  }
}
