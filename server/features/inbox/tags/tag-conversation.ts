import { sql } from 'kysely'
import type { z } from 'zod'
import type { Caller } from '#platform/http/caller.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import { isUuid } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { taggedConversation } from '#shared/contracts/customers/tags.contract.ts'
import { lockConversation } from '../conversations/lock-conversation.ts'
import { insertTag, tagName } from './tags.ts'

/** @throws request.not_found for an unknown tag */
export async function tagConversation(
  platform: Platform,
  caller: Caller,
  input: { id: string } & z.output<typeof taggedConversation>,
): Promise<{ tag_ids: string[] }> {
  const { workspaceId } = caller
  return platform.db.asService(workspaceId, async tx => {
    await lockConversation(tx, workspaceId, input.id)
    const removed = await tagsOf(tx, workspaceId, input.remove)
    const added: string[] = []
    for (const words of input.add) added.push(await tagFor(platform, tx, workspaceId, words))
    await sql`delete from conversation_tags where workspace_id = ${workspaceId} and conversation_id = ${input.id}
      and tag_id = any (${removed}::uuid[])`.execute(tx)
    const { rows: fresh } = await sql<{
      tag_id: string
    }>`insert into conversation_tags (workspace_id, conversation_id, tag_id, tagged_by, created_at)
      select ${workspaceId}, ${input.id}, tag, ${caller.personId}, ${platform.clock.now()} from unnest(${added}::uuid[]) as tag
      on conflict do nothing returning tag_id`.execute(tx)
    if (fresh.length > 0)
      await platform.jobs.emit(tx, 'conversation.tagged', {
        workspace_id: workspaceId,
        conversation_id: input.id,
        tag_ids: fresh.map(row => row.tag_id),
        by: caller.personId,
      })
    const { rows } = await sql<{ tag_ids: string[] }>`update conversations set tag_ids = array(
        select tag_id from conversation_tags where workspace_id = ${workspaceId} and conversation_id = ${input.id} order by created_at, tag_id)
      where workspace_id = ${workspaceId} and id = ${input.id} returning tag_ids`.execute(tx)
    return { tag_ids: rows[0]?.tag_ids ?? [] }
  })
}

/** @throws request.not_found for an unknown id, inbox.tags_full. By id or name; an unknown name makes a tag */
export async function tagFor(platform: Platform, tx: Tx, workspaceId: string, words: string): Promise<string> {
  const [known] = await tagsOf(tx, workspaceId, [words])
  if (known) return known
  if (isUuid(words)) throw failure('request.not_found')
  const made = await insertTag(platform, tx, workspaceId, words, 'ink')
  if (made) return made.id
  const [theirs] = await tagsOf(tx, workspaceId, [words])
  if (!theirs) throw new Error('A tag could not be made.')
  return theirs
}

export async function tagsOf(tx: Tx, workspaceId: string, words: string[]): Promise<string[]> {
  const ids = words.filter(isUuid)
  const names = words.filter(word => !isUuid(word)).map(word => tagName(word).folded)
  const { rows } = await sql<{ id: string }>`select id from tags where workspace_id = ${workspaceId}
    and (id = any (${ids}::uuid[]) or name_folded = any (${names}::text[]))`.execute(tx)
  return rows.map(row => row.id)
}
