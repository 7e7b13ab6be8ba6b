import { receiveMessage } from '#features/inbox/receive-message.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'

/** What a customer of a shop's website writes, as the inbox receives it; no job has run yet. @returns the conversation */
export async function customerWrites(
  platform: Platform,
  { workspaceId, channelId }: { workspaceId: string; channelId: string },
  visitor: string,
  text: string,
): Promise<string> {
  const contact = { externalId: visitor }
  const stored = await platform.db.asService(workspaceId, tx =>
    receiveMessage(platform, tx, {
      workspaceId,
      channelId,
      source: 'website',
      contact,
      clientId: newId(),
      text,
    }),
  )
  return stored.conversationId
}
