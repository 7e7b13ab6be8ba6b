import { sql } from 'kysely'
import type { Caller } from '#platform/http/caller.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { taggedWith } from './tags.ts'

/** @throws request.not_found, request.invalid */
export async function mergeTags(
  platform: Platform,
  caller: Caller,
  { id, into }: { id: string; into: string },
): Promise<{ id: string }> {
  const { workspaceId } = caller
  if (id === into) throw failure('request.invalid')
  return platform.db.asService(workspaceId, async tx => {
    const { rows } =
      await sql`select id from tags where workspace_id = ${workspaceId} and id in (${id}, ${into})`.execute(tx)
    if (rows.length < 2) throw failure('request.not_found')
    // Conversations before tags, as everywhere.
    await sql`update conversations set tag_ids = case when tag_ids @> array[${into}::uuid] then array_remove(tag_ids, ${id}::uuid)
        else array_replace(tag_ids, ${id}::uuid, ${into}::uuid) end
      where workspace_id = ${workspaceId} and id in (${taggedWith(workspaceId, id)})`.execute(tx)
    await sql`insert into conversation_tags (workspace_id, conversation_id, tag_id, tagged_by, created_at)
      select workspace_id, conversation_id, ${into}, tagged_by, created_at from conversation_tags
      where workspace_id = ${workspaceId} and tag_id = ${id} on conflict do nothing`.execute(tx)
    await platform.jobs.emit(tx, 'tag.merged', { workspace_id: workspaceId, tag_id: id, into })
    await sql`delete from tags where workspace_id = ${workspaceId} and id = ${id}`.execute(tx)
    return { id: into }
  })
}

type TagUse = { tag_id: string; conversations: number }

export async function countTagUses(platform: Platform, { workspaceId }: Caller): Promise<{ uses: TagUse[] }> {
  const uses = await platform.db
    .readAsService(sql<TagUse>`select tag_id, count(*)::int as conversations from conversation_tags
    where workspace_id = ${workspaceId} group by tag_id`)
  return { uses }
}
