import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import type { Result } from '#shared/contracts/api.ts'

export type Face = Omit<Result<'GET /widget/v1/config'>, 'widget' | 'name' | 'greetings'>

export async function readFace(tx: Tx, workspaceId: string): Promise<Face> {
  const { rows } = await sql<{
    greeting: string | null
    greeting_en: string | null
    avatar: string | null
    widget_colour: string | null
    widget_side: string | null
    widget_on_phones: boolean | null
    widget_starters: string[] | null
    vi: string[] | null
    en: string[] | null
  }>`select b.greeting, b.greeting_en, b.avatar, b.widget_colour, b.widget_side, b.widget_on_phones, b.widget_starters, s.vi, s.en from (select ${workspaceId}::uuid as id) w
    left join bot_settings b on b.workspace_id = w.id left join private.starters s on s.workspace_id = w.id`.execute(tx)
  const { greeting, greeting_en: english, avatar, widget_starters: own, vi, en } = rows[0] ?? {}
  return {
    // An own greeting in the other language is better than none.
    greeting: { vi: greeting ?? '', en: english ?? greeting ?? '' },
    avatar: avatar ? `/storage/v1/object/public/avatars/${avatar}` : null,
    starters: { vi: own ?? vi ?? [], en: own ?? en ?? [] },
    colour: rows[0]?.widget_colour ?? null,
    left: rows[0]?.widget_side === 'left',
    away: rows[0]?.widget_on_phones === false,
  }
}
