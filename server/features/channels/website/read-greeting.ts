import { sql } from 'kysely'
import type { Tx } from '#platform/database.ts'

/** The owner's own greetings for the website, in both languages; empty where the usual one stands. */
export async function readGreeting(tx: Tx, workspaceId: string): Promise<{ vi: string; en: string }> {
  const { rows } = await sql<{
    greeting: string | null
    greeting_en: string | null
  }>`select greeting, greeting_en from bot_settings
    where workspace_id = ${workspaceId}`.execute(tx)
  const { greeting, greeting_en: english } = rows[0] ?? {}
  // As the bot itself greets: an own greeting in one language is better than none of theirs.
  return { vi: greeting ?? '', en: english ?? greeting ?? '' }
}
