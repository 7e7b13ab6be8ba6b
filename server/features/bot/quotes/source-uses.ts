import { sql } from 'kysely'
import type { Caller } from '#platform/http/caller.ts'
import { after, days } from '#platform/clock.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { SourceUses } from '#shared/contracts/bot/gate.results.ts'

const lookBack = days(30)
const maxNamed = 5

/** @throws request.not_found */
export async function readSourceUses(
  platform: Platform,
  { workspaceId }: Caller,
  { id }: { id: string },
): Promise<SourceUses> {
  const since = after(platform.clock.now(), -lookBack)
  return platform.db.asService(workspaceId, async tx => {
    const { rows: known } = await sql<{
      pages: SourceUses['pages']
    }>`select coalesce((select t.pages from private.source_texts t
        where t.workspace_id = s.workspace_id and t.source_id = s.id and t.version = s.live_version), '[]') as pages
      from sources s where s.workspace_id = ${workspaceId} and s.id = ${id} and s.status <> 'removed'`.execute(tx)
    const [source] = known
    if (!source) throw failure('request.not_found')
    const uses = sql`select distinct a.id, a.conversation_id, a.message_ids, a.created_at, c ->> 'passage_id' as passage_id
      from answers a cross join jsonb_array_elements(a.citations) c
      where a.workspace_id = ${workspaceId} and a.created_at >= ${since} and a.conversation_id is not null and a.reply_id is not null
        and (c ->> 'source_id')::uuid in (select id from sources where workspace_id = ${workspaceId} and (id = ${id} or parent_id = ${id}))`
    const { rows } = await sql<Pick<SourceUses, 'answers' | 'passages' | 'recent'>>`with uses as materialized (${uses})
      select (select count(distinct id)::int from uses) as answers,
        coalesce((select jsonb_agg(jsonb_build_object('passage_id', passage_id, 'answers', answers))
          from (select passage_id, count(distinct id)::int as answers from uses group by 1) p), '[]') as passages,
        coalesce((select jsonb_agg(jsonb_build_object('answer_id', id, 'conversation_id', conversation_id, 'created_at', created_at, 'question', question) order by created_at desc, id)
          from (select u.id, u.conversation_id, u.created_at, (select string_agg(m.text, ' ' order by m.seq) from messages m
              where m.workspace_id = ${workspaceId} and m.id = any (u.message_ids) and m.deleted_at is null) as question
            from (select distinct id, conversation_id, message_ids, created_at from uses order by created_at desc, id limit ${maxNamed}) u) r
          where question is not null), '[]') as recent`.execute(tx)
    return { pages: source.pages, ...rows[0]! }
  })
}
