import { sql } from 'kysely'
import { after, hours } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { BotSettings } from '#shared/contracts/bot/bot-settings.contract.ts'
import { introducing } from '#shared/rules/bot/introduction.ts'
import type { ChannelKind, Language } from '#shared/words.ts'

export type Speaking = {
  workspaceId: string
  conversationId: string
  source: ChannelKind
  settings: Pick<BotSettings, 'name' | 'tone' | 'introduces'>
  language: Language
  now: Date
}

const longPause = hours(24)

/** On Messenger and Zalo: at the start, after a long pause, and after a person. The caller locks the conversation. */
export async function introduced(tx: Tx, speaking: Speaking, text: string, smallTalk = false): Promise<string> {
  const { source, settings, language } = speaking
  if (source === 'website' || !settings.introduces || (await isKnown(tx, speaking))) return text
  return introducing(text, settings, language, smallTalk)
}

async function isKnown(tx: Tx, { workspaceId, conversationId, now }: Speaking): Promise<boolean> {
  const { rows } = await sql<{ author: string; created_at: Date }>`select author, created_at from messages
    where workspace_id = ${workspaceId} and conversation_id = ${conversationId} and direction = 'out' and author <> 'system' and status not in ('held', 'failed')
    order by seq desc limit 1`.execute(tx)
  const [last] = rows
  return last !== undefined && last.author !== 'member' && last.created_at > after(now, -longPause)
}
