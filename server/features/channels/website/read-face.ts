import { sql } from 'kysely'
import type { Tx } from '#platform/database.ts'

export type Face = {
  /** The owner's own, in both languages; empty where the usual one stands. */
  greeting: { vi: string; en: string }
  /** The address of the picture, on this server; null: the lotus. */
  avatar: string | null
}

/** As what the bot shows itself on the website. */
export async function readFace(tx: Tx, workspaceId: string): Promise<Face> {
  const { rows } = await sql<{
    greeting: string | null
    greeting_en: string | null
    avatar: string | null
  }>`select greeting, greeting_en, avatar from bot_settings
    where workspace_id = ${workspaceId}`.execute(tx)
  const { greeting, greeting_en: english, avatar } = rows[0] ?? {}
  return {
    // As the bot itself greets: an own greeting in one language is better than none of theirs.
    greeting: { vi: greeting ?? '', en: english ?? greeting ?? '' },
    avatar: avatar ? `/storage/v1/object/public/avatars/${avatar}` : null,
  }
}
