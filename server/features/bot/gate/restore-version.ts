import { sql } from 'kysely'
import { knowledgeVersion } from '#features/training/knowledge/knowledge-version.ts'
import { restoreKnowledge, restoreSource } from '#features/training/knowledge/restore-knowledge.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { WithDates } from '#platform/sql/with-dates.ts'
import { failure } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { Confirm } from '#shared/contracts/bot/gate.contract.ts'
import type { Restored, SourceVersion } from '#shared/contracts/bot/gate.results.ts'
import { tryFirst } from './try-first.ts'

/**
 * Asks first if answers get worse, with those answers in `details`.
 * @throws request.not_found, training.version_erased, training.answers_worse, training.check_changed, usage.documents_reached
 */
export function restoreVersion(
  platform: Platform,
  caller: Caller,
  { version, confirm }: { version: number; confirm: Confirm },
): Promise<Restored> {
  const by = caller.personId || null
  return restore(platform, caller, confirm, { action: 'knowledge.restored', target: String(version) }, tx =>
    restoreKnowledge(platform, tx, caller.workspaceId, version, by),
  )
}

export function restoreOne(
  platform: Platform,
  caller: Caller,
  { id, version, confirm }: { id: string; version: number; confirm: Confirm },
): Promise<Restored> {
  const by = caller.personId || null
  return restore(platform, caller, confirm, { action: 'source.restored', target: id }, tx =>
    restoreSource(platform, tx, caller.workspaceId, { id, version, by }),
  )
}

async function restore(
  platform: Platform,
  { workspaceId, personId }: Caller,
  confirm: Confirm,
  entry: { action: string; target: string },
  change: (tx: Tx) => Promise<void>,
): Promise<Restored> {
  const {
    version,
    made: _,
    ...outcome
  } = await tryFirst(platform, workspaceId, { confirm }, async tx => {
    const before = await knowledgeVersion(tx, workspaceId)
    await change(tx)
    await sql`insert into audit_log (id, workspace_id, actor, action, target, meta, at)
      values (${newId()}, ${workspaceId}, ${personId || null}, ${entry.action}, ${entry.target}, ${JSON.stringify({ before })}::jsonb, ${platform.clock.now()})`.execute(
      tx,
    )
  })
  return { knowledge_version: version, ...outcome }
}

/** Earlier versions of one source that are in reach, the newest first. @throws request.not_found */
export async function listVersions(
  platform: Platform,
  { workspaceId }: Caller,
  { id }: { id: string },
): Promise<WithDates<SourceVersion, 'made_at'>[]> {
  return platform.db.asService(workspaceId, async tx => {
    const known =
      await sql`select from sources where workspace_id = ${workspaceId} and id = ${id} and status <> 'removed'`.execute(
        tx,
      )
    if (known.rows.length === 0) throw failure('request.not_found')
    const { rows } = await sql<
      WithDates<SourceVersion, 'made_at'>
    >`select o.version, o.title, o.passages_count, min(k.made_at) as made_at, bool_or(o.live_until is null) as live
      from private.source_spans o left join knowledge_versions k on k.workspace_id = o.workspace_id and k.version = o.live_from
      where o.workspace_id = ${workspaceId} and o.source_id = ${id} group by 1, 2, 3 order by o.version desc`.execute(
      tx,
    )
    return rows
  })
}
