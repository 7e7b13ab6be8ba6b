import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'

export type InConversation = { workspaceId: string; conversationId: string }

export async function deliverLater(
  platform: Platform,
  tx: Tx,
  { workspaceId, conversationId }: InConversation,
  runAt?: Date,
): Promise<undefined> {
  await platform.jobs.enqueue(tx, {
    kind: 'deliver message',
    key: `deliver:${conversationId}`,
    lane: `deliver ${conversationId}`,
    payload: { workspace_id: workspaceId, conversation_id: conversationId },
    ...(runAt && { runAt }),
  })
}
