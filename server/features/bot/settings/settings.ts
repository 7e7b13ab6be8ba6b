import { sql } from 'kysely'
import type { Caller } from '#platform/http/caller.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { type BotSettings, type SettingsChange, defaultSettings } from '#shared/contracts/bot/bot-settings.contract.ts'

export function settingsOf(row: SettingsChange | null | undefined, upon: BotSettings = defaultSettings): BotSettings {
  const chosen = Object.keys(defaultSettings).flatMap(name => {
    const value = row?.[name as keyof BotSettings]
    return value === undefined ? [] : [[name, value]]
  })
  return { ...upon, ...(Object.fromEntries(chosen) as Partial<BotSettings>) }
}

export async function readSettings(tx: Tx, workspaceId: string): Promise<BotSettings> {
  const { rows } = await sql<{ chosen: Partial<BotSettings> }>`select to_jsonb(s) as chosen from bot_settings s
    where workspace_id = ${workspaceId}`.execute(tx)
  return settingsOf(rows[0]?.chosen)
}

export function getSettings(platform: Platform, { workspaceId }: Caller): Promise<BotSettings> {
  return platform.db.asService(workspaceId, tx => readSettings(tx, workspaceId))
}

/** Settings that no answer depends on while the shop is open. */
const bearingNothing = new Set<string>([
  'avatar',
  'introduces',
  'reply_delay_ms',
  'patience_seconds',
  'hand_over_pauses',
  'hours',
  'outside_hours',
  'widget_colour',
  'widget_side',
  'widget_on_phones',
  'widget_starters',
  'shows_sources',
] satisfies (keyof BotSettings)[])

export function bearingOf(settings: BotSettings): Partial<BotSettings> {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !bearingNothing.has(name)))
}

/** @throws request.invalid for another workspace's avatar. Changes only the given settings, in the caller's transaction */
export async function saveSettings(
  platform: Platform,
  tx: Tx,
  { workspaceId, personId }: Caller,
  change: SettingsChange,
): Promise<{ before: BotSettings; settings: BotSettings }> {
  const now = platform.clock.now()
  await sql`insert into bot_settings (workspace_id, updated_at) values (${workspaceId}, ${now})
      on conflict (workspace_id) do nothing`.execute(tx)
  await sql`select from bot_settings where workspace_id = ${workspaceId} for update`.execute(tx)
  const before = await readSettings(tx, workspaceId)
  const next = settingsOf(change, before)
  const changed = Object.keys(defaultSettings).filter(
    name => JSON.stringify(next[name as keyof BotSettings]) !== JSON.stringify(before[name as keyof BotSettings]),
  )
  if (changed.length === 0) return { before, settings: before }
  if (next.avatar && !next.avatar.startsWith(`${workspaceId}/`)) throw failure('request.invalid')
  await sql`update bot_settings set name = ${next.name}, avatar = ${next.avatar}, tone = ${next.tone}, language_policy = ${next.language_policy},
        greeting = ${next.greeting}, greeting_en = ${next.greeting_en}, fallback = ${next.fallback}, fallback_en = ${next.fallback_en},
        introduces = ${next.introduces}, reply_delay_ms = ${next.reply_delay_ms}, patience_seconds = ${next.patience_seconds}, threshold = ${next.threshold}, hand_over_pauses = ${next.hand_over_pauses},
        hand_over_unsure = ${next.hand_over_unsure}, hand_over_words = ${next.hand_over_words}::text[],
        never_say = ${next.never_say}::text[], never_say_act = ${next.never_say_act},
        hours = ${next.hours && JSON.stringify(next.hours)}::jsonb, outside_hours = ${next.outside_hours},
        synonyms = ${JSON.stringify(next.synonyms)}::jsonb, widget_colour = ${next.widget_colour}, widget_side = ${next.widget_side},
        widget_on_phones = ${next.widget_on_phones}, widget_starters = ${next.widget_starters}::text[], shows_sources = ${next.shows_sources}, updated_at = ${now}
      where workspace_id = ${workspaceId}`.execute(tx)
  // The old picture's bytes go with the row.
  if (before.avatar && before.avatar !== next.avatar)
    await sql`delete from storage.objects where bucket_id = 'avatars' and name = ${before.avatar}`.execute(tx)
  await sql`insert into audit_log (id, workspace_id, actor, action, meta, at)
      values (${newId()}, ${workspaceId}, ${personId}, 'bot.settings-changed', ${JSON.stringify({ changed, ...(changed.includes('introduces') && { introduces: next.introduces }) })}::jsonb, ${now})`.execute(
    tx,
  )
  return { before, settings: await readSettings(tx, workspaceId) }
}
