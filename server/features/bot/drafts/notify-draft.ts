import { hasLeft } from '#features/usage/has-left.ts'
import { outsideTransaction } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { readTurn, type Turn } from '../understanding/read-turn.ts'

export type Drafts = {
  show(reply: string): void
  /** @param sent whether the stored reply replaces the draft; otherwise the draft is withdrawn */
  end(sent: boolean): Promise<void>
}

/** Before each piece it rechecks whether the bot may speak (takeover, new message, exhausted plan). Drafts are never stored. */
export function notifyDrafts(
  platform: Platform,
  due: { workspace_id: string; conversation_id: string },
  turn: Turn,
): Drafts {
  const { workspace_id: workspaceId, conversation_id: conversationId } = due
  let next: string | undefined
  let notifying: Promise<void> | undefined
  let shown = false
  let over = turn.source !== 'website'

  const sendDraft = (text: string): Promise<void> =>
    platform.broadcast.send(`conversation:${conversationId}`, 'draft', { author: 'bot', text })

  async function notifyAll(): Promise<void> {
    while (next !== undefined && !over) {
      const text = next
      next = undefined
      if (!(await mayShow())) over = true
      else if (!over) {
        await sendDraft(text)
        shown = true
      }
    }
    notifying = undefined
  }

  async function mayShow(): Promise<boolean> {
    return platform.db.asService(workspaceId, async tx => {
      const now = await readTurn(tx, workspaceId, conversationId, platform.clock.now(), false)
      if (!now || now.silent || now.heldUntil || now.knowledgeVersion !== turn.knowledgeVersion) return false
      if (now.burst.at(-1)?.seq !== turn.burst.at(-1)?.seq) return false
      return hasLeft(platform, tx, workspaceId, 'messages')
    })
  }

  return {
    show(reply) {
      if (over) return
      next = reply
      notifying ??= outsideTransaction(notifyAll).catch(error =>
        platform.log.warn({ error }, 'A draft could not be shown'),
      )
    },
    async end(sent) {
      over = true
      await notifying
      if (shown && !sent) await sendDraft('').catch(() => {})
    },
  }
}
