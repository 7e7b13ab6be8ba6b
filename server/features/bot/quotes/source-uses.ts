import { type RawBuilder, sql } from 'kysely'
import { lineName } from '#shared/rules/text/line-name.ts'
import type { Caller } from '#platform/http/caller.ts'
import { after, days } from '#platform/clock.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { SourceUse, SourceUses } from '#shared/contracts/bot/gate.results.ts'

const lookBack = days(30)
const maxNamed = 5
const maxOfLine = 20

type Quote = { passage_id: string; live: boolean; quote: string; answers: number }

/** @throws request.not_found */
export async function readSourceUses(
  platform: Platform,
  { workspaceId }: Caller,
  { id }: { id: string },
): Promise<SourceUses> {
  const uses = usesOf(platform, workspaceId, id)
  return platform.db.asService(workspaceId, async tx => {
    const { rows: known } = await sql<{
      pages: SourceUses['pages']
    }>`select coalesce((select t.pages from private.source_texts t
        where t.workspace_id = s.workspace_id and t.source_id = s.id and t.version = s.live_version), '[]') as pages
      from sources s where s.workspace_id = ${workspaceId} and s.id = ${id} and s.status <> 'removed'`.execute(tx)
    const [source] = known
    if (!source) throw failure('request.not_found')
    const { rows } = await sql<Pick<SourceUses, 'answers'>>`
      select count(distinct id)::int as answers from (${uses}) u`.execute(tx)
    const recent = await readQuestions(
      tx,
      workspaceId,
      sql`select distinct id, conversation_id, message_ids, created_at
      from (${uses}) u`,
      maxNamed,
    )
    return { pages: source.pages, ...rows[0]!, lines: linesOf(await readQuotes(tx, workspaceId, uses)), recent }
  })
}

/** The latest questions first. @throws request.not_found */
export async function readLineUses(
  platform: Platform,
  { workspaceId }: Caller,
  { id, name, passage_id: passageId }: { id: string; name: string; passage_id: string },
): Promise<SourceUse[]> {
  const uses = usesOf(platform, workspaceId, id)
  return platform.db.asService(workspaceId, async tx => {
    const { rows } = await sql`select from sources
      where workspace_id = ${workspaceId} and id = ${id} and status <> 'removed'`.execute(tx)
    if (rows.length === 0) throw failure('request.not_found')
    const quotes = await readQuotes(tx, workspaceId, uses)
    const wanted = quotes
      .filter(one => lineName(one.quote) === name && (one.passage_id === passageId || !one.live))
      .map(({ passage_id, quote }) => ({ passage_id, quote }))
    return readQuestions(
      tx,
      workspaceId,
      sql`select distinct u.id, u.conversation_id, u.message_ids, u.created_at
      from (${uses}) u join jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w(passage_id text, quote text)
        on w.passage_id = u.passage_id and w.quote = u.quote`,
      maxOfLine,
    )
  })
}

/** A row for each thing quoted of the document, or of its pages, in an answer to a customer. */
function usesOf(platform: Platform, workspaceId: string, id: string): RawBuilder<unknown> {
  const since = after(platform.clock.now(), -lookBack)
  return sql`select distinct a.id, a.conversation_id, a.message_ids, a.created_at, c ->> 'passage_id' as passage_id, c ->> 'quote' as quote
    from answers a cross join jsonb_array_elements(a.citations) c
    where a.workspace_id = ${workspaceId} and a.created_at >= ${since} and a.conversation_id is not null and a.reply_id is not null
      and c ->> 'passage_id' is not null and c ->> 'quote' is not null
      and (c ->> 'source_id')::uuid in (select id from sources where workspace_id = ${workspaceId} and (id = ${id} or parent_id = ${id}))`
}

async function readQuotes(tx: Tx, workspaceId: string, uses: RawBuilder<unknown>): Promise<Quote[]> {
  const { rows } = await sql<Quote>`select u.passage_id, u.quote, u.answers, coalesce((select p.live from passages p
      where p.workspace_id = ${workspaceId} and p.id = u.passage_id::uuid), false) as live
    from (select passage_id, quote, count(distinct id)::int as answers from (${uses}) d group by 1, 2) u`.execute(tx)
  return rows
}

function linesOf(quotes: Quote[]): SourceUses['lines'] {
  const lines = new Map<string, SourceUses['lines'][number]>()
  for (const { passage_id, live, quote, answers } of quotes) {
    const name = lineName(quote)
    const known = lines.get(`${passage_id} ${name}`)
    if (known) known.answers += answers
    else lines.set(`${passage_id} ${name}`, { passage_id, live, name, answers })
  }
  return [...lines.values()]
}

async function readQuestions(
  tx: Tx,
  workspaceId: string,
  answers: RawBuilder<unknown>,
  limit: number,
): Promise<SourceUse[]> {
  const { rows } = await sql<{ recent: SourceUse[] }>`select coalesce(jsonb_agg(jsonb_build_object('answer_id', id,
      'conversation_id', conversation_id, 'created_at', created_at, 'question', question) order by created_at desc, id), '[]') as recent
    from (select u.id, u.conversation_id, u.created_at, (select string_agg(m.text, ' ' order by m.seq) from messages m
        where m.workspace_id = ${workspaceId} and m.id = any (u.message_ids) and m.deleted_at is null) as question
      from (${answers} order by created_at desc, id limit ${limit}) u) r
    where question is not null`.execute(tx)
  return rows[0]!.recent
}
