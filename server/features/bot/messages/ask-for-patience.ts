import { sql } from 'kysely'
import { sendMessage } from '#features/inbox/messages/send-message.ts'
import { after, hours } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import { forEachLogged } from '#platform/jobs/for-each-logged.ts'
import type { Platform } from '#platform/platform.ts'
import type { BotSettings } from '#shared/contracts/bot/bot-settings.contract.ts'
import { botTexts } from '#shared/texts/bot/bot-texts.ts'
import type { ChannelKind, Language } from '#shared/words.ts'
import { introduced } from './introduce.ts'
import { settingsOf } from '../settings/settings.ts'

type Waiting = {
  workspace_id: string
  id: string
  source: ChannelKind
  language: Language | null
  chosen: Partial<BotSettings> | null
}

/** Anyone waiting longer was overlooked for another reason, and is not written to in the middle of the night. */
const maxAgo = hours(1)

/** If a model or queue is down, customers are asked once to be patient, unless a person has the conversation. */
export async function askForPatience(platform: Platform): Promise<void> {
  const now = platform.clock.now()
  const { rows } = await platform.db.asService(null, tx =>
    sql<Waiting>`select v.workspace_id, v.id, v.source, v.language, to_jsonb(s) as chosen from conversations v
      join workspaces w on w.id = v.workspace_id and w.bot_status = 'on' and w.deleted_at is null
      join channels c on c.workspace_id = v.workspace_id and c.id = v.channel_id and c.status = 'connected'
      left join bot_settings s on s.workspace_id = v.workspace_id
      where ${owed(now)}
      order by row_number() over (partition by v.workspace_id order by v.last_inbound_at), v.last_inbound_at limit 200`.execute(
      tx,
    ),
  )
  await forEachLogged(platform, 'ask for patience', rows, waiting =>
    platform.db.asService(waiting.workspace_id, tx => ask(platform, tx, waiting, now)),
  )
}

function owed(now: Date) {
  return sql`v.status = 'open' and v.bot_status = 'on' and v.waiting_since is null and v.preview_author = 'contact'
    and coalesce(s.patience_seconds, 120) > 0
    and v.last_inbound_at <= ${now}::timestamptz - coalesce(s.patience_seconds, 120) * interval '1 second'
    and v.last_inbound_at > ${after(now, -maxAgo)}
    and (v.patience_for is null or exists (select from messages m where m.workspace_id = v.workspace_id and m.conversation_id = v.id
      and m.author in ('bot', 'member') and m.created_at > v.patience_for))`
}

async function ask(platform: Platform, tx: Tx, waiting: Waiting, now: Date): Promise<void> {
  const { workspace_id: workspaceId, id: conversationId } = waiting
  const { rows } = await sql`update conversations set patience_for = ${now}, waiting_since = ${now}
    where workspace_id = ${workspaceId} and id = (select v.id from conversations v left join bot_settings s on s.workspace_id = v.workspace_id
      where v.workspace_id = ${workspaceId} and v.id = ${conversationId} and ${owed(now)} for no key update of v) returning id`.execute(
    tx,
  )
  if (rows.length === 0) return
  const settings = settingsOf(waiting.chosen)
  const { tone, language_policy: policy } = settings
  const language = policy === 'customer' ? (waiting.language ?? 'vi') : policy
  const speaking = { workspaceId, conversationId, source: waiting.source, settings, language, now }
  const shown = botTexts(language, tone).patience
  const text = await introduced(tx, speaking, shown)
  await sendMessage(platform, tx, { workspaceId, conversationId, author: 'system', text, shown })
  await platform.jobs.emit(tx, 'person.wanted', {
    workspace_id: workspaceId,
    conversation_id: conversationId,
    reason: 'no_reply',
  })
}
