import { sql } from 'kysely'
import type { Tx } from '#platform/database.ts'

export type Face = {
  /** The owner's own, in both languages; empty where the usual one stands. */
  greeting: { vi: string; en: string }
  /** The address of the picture, on this server; null: the lotus. */
  avatar: string | null
  /** What it suggests to ask, from what the shop's documents say; none: nothing is known of them. */
  starters: { vi: string[]; en: string[] }
}

/** As what the bot shows itself on the website. */
export async function readFace(tx: Tx, workspaceId: string): Promise<Face> {
  const { rows } = await sql<{
    greeting: string | null
    greeting_en: string | null
    avatar: string | null
    vi: string[] | null
    en: string[] | null
  }>`select b.greeting, b.greeting_en, b.avatar, s.vi, s.en from (select ${workspaceId}::uuid as id) w
    left join bot_settings b on b.workspace_id = w.id left join private.starters s on s.workspace_id = w.id`.execute(tx)
  const { greeting, greeting_en: english, avatar, vi, en } = rows[0] ?? {}
  return {
    // As the bot itself greets: an own greeting in one language is better than none of theirs.
    greeting: { vi: greeting ?? '', en: english ?? greeting ?? '' },
    avatar: avatar ? `/storage/v1/object/public/avatars/${avatar}` : null,
    starters: { vi: vi ?? [], en: en ?? [] },
  }
}
