import { sql } from 'kysely'
import { atCommit, type Tx } from '#platform/sql/database.ts'

const maxNamed = 20

/** At commit; each source's validity is a span of versions. Idempotent within a transaction. */
export function recordKnowledge(
  tx: Tx,
  workspaceId: string,
  at: Date,
  how: { by?: string | null; restored?: number },
): void {
  atCommit(tx, recordSources(workspaceId, at, how))
  atCommit(tx, recordWordings(workspaceId))
  atCommit(
    tx,
    sql`update sources s set live_version = p.version
      from sources o left join (select distinct source_id, version from passages where workspace_id = ${workspaceId} and live) p on p.source_id = o.id
      where o.workspace_id = ${workspaceId} and s.workspace_id = ${workspaceId} and s.id = o.id and s.live_version is distinct from p.version`,
  )
}

/** One statement, so both sides see the prior state. `not in` uses a hash table; no compared value is null. */
function recordSources(
  workspaceId: string,
  at: Date,
  { by = null, restored }: { by?: string | null; restored?: number },
) {
  return sql`with v as (select knowledge_version as n from workspaces where id = ${workspaceId}),
    now as (select s.*, p.version as live, p.count from
      (select source_id, version, count(*)::int as count from passages where workspace_id = ${workspaceId} and live group by 1, 2) p
      join sources s on s.workspace_id = ${workspaceId} and s.id = p.source_id and s.status <> 'removed'),
    before as (select * from private.source_spans where workspace_id = ${workspaceId} and live_until is null),
    ended as (update private.source_spans o set live_until = v.n from v
      where o.workspace_id = ${workspaceId} and o.live_until is null
        and (o.source_id, o.version, o.title) not in (select id, live, title from now)
      returning o.source_id, o.parent_id, o.kind, o.title),
    begun as (insert into private.source_spans (workspace_id, source_id, version, parent_id, kind, title, title_folded, answer, url, file_key, file_type, size, sha256, passages_count, live_from)
      select ${workspaceId}::uuid, now.id, now.live, now.parent_id, now.kind, now.title, now.title_folded, now.answer, now.url, now.file_key, now.file_type, now.size, now.sha256, now.count, v.n
      from now, v where (now.id, now.live, now.title) not in (select source_id, version, title from before)
      returning source_id, parent_id, kind, title),
    each as (select coalesce(b.parent_id, e.parent_id, b.source_id, e.source_id) as family, coalesce(b.kind, e.kind) as kind, coalesce(b.title, e.title) as title,
        (b.source_id is not null)::int as comes, (e.source_id is not null)::int as goes
      from begun b full join ended e on e.source_id = b.source_id),
    families as (select family, min(each.kind) as kind, coalesce(min(s.title), min(each.title)) as title, count(*)::int as count,
        case when sum(goes) = 0 then 'added' when sum(comes) = 0 then 'removed' else 'changed' end as change
      from each left join sources s on s.workspace_id = ${workspaceId} and s.id = each.family and each.kind = 'link' group by family),
    named as (select * from families order by title, family limit ${maxNamed})
    insert into knowledge_versions (workspace_id, version, made_at, made_by, restored, sources, what)
    select ${workspaceId}, v.n, ${at}, coalesce(${by}::uuid, (select coalesce(changed_by, case when version = 1 then created_by end) from sources where workspace_id = ${workspaceId} and id = (select min(family::text)::uuid from families))),
      ${restored ?? null}::int, (select count(*) from families), coalesce((select jsonb_agg(jsonb_build_object('source_id', family, 'kind', kind, 'title', title, 'change', change, 'count', count) order by title, family) from named), '[]')
    from v on conflict (workspace_id, version) do nothing`
}

/** A wording that moves with its pair counts as neither added nor removed. */
function recordWordings(workspaceId: string) {
  return sql`with v as (select knowledge_version as n from workspaces where id = ${workspaceId}),
    ended as (update private.wording_spans o set live_until = v.n from v
      where o.workspace_id = ${workspaceId} and o.live_until is null
        and not exists (select from passage_questions q where q.workspace_id = ${workspaceId} and q.id = o.id and q.question = o.question)
      returning o.id, o.source_id, o.folded),
    begun as (insert into private.wording_spans (workspace_id, id, source_id, text_hash, question, folded, live_from)
      select q.workspace_id, q.id, q.source_id, q.text_hash, q.question, q.folded, v.n from passage_questions q, v
      where q.workspace_id = ${workspaceId} and not exists (select from private.wording_spans o
        where o.workspace_id = ${workspaceId} and o.id = q.id and o.question = q.question and o.live_until is null)
      returning id, source_id, folded),
    named as (select distinct source_id, folded from (select id, source_id, folded from ended union all select id, source_id, folded from begun) w
      where not exists (select from private.wording_spans o where o.workspace_id = ${workspaceId} and o.source_id = w.source_id
        and o.folded = w.folded and o.live_until is null and o.id not in (select id from ended)))
    update knowledge_versions k set wordings = k.wordings + (select count(*) from named)
    from v where k.workspace_id = ${workspaceId} and k.version = v.n`
}
