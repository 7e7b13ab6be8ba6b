import { sql } from 'kysely'
import { dropVersion } from '#features/training/knowledge/drop-version.ts'
import { publishVersions } from '#features/training/knowledge/publish-version.ts'
import { sourceColumns } from '#features/training/processing/start-processing.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { Source } from '#features/training/sources/source-row.ts'
import { checkVersions } from './check-versions.ts'

type Waiting = { status: string; version: number; check_id: string | null; fresh: boolean }

/**
 * One that no longer waits is returned unchanged.
 * @throws request.not_found; training.check_changed if the check differs from `check_id`
 */
export async function publishSource(
  platform: Platform,
  caller: Caller,
  input: { id: string; check_id?: string | undefined },
): Promise<Source> {
  const { workspaceId } = caller
  for (const isLast of [false, true]) {
    const done = await platform.db.asService(workspaceId, async tx => {
      const found = await lockWaiting(tx, workspaceId, input.id)
      if (found.status !== 'waiting') return readSource(tx, workspaceId, input.id)
      if (!found.fresh) return { again: found.version }
      if (input.check_id && input.check_id !== found.check_id) throw failure('training.check_changed')
      await publishVersions(platform, tx, workspaceId, [{ source_id: input.id, version: found.version }])
      await recordDecision(platform, tx, caller, 'source.published', input.id, found.version)
      return readSource(tx, workspaceId, input.id)
    })
    if (!('again' in done)) return done
    if (isLast) break
    await checkVersions(platform, {
      workspace_id: workspaceId,
      versions: [{ source_id: input.id, version: done.again }],
    })
  }
  throw failure('training.check_changed')
}

/**
 * The previous version keeps answering; a source without one is removed.
 * @throws request.not_found
 */
export async function dropSource(platform: Platform, caller: Caller, input: { id: string }): Promise<Source> {
  const { workspaceId } = caller
  return platform.db.asService(workspaceId, async tx => {
    const { status, version } = await lockWaiting(tx, workspaceId, input.id)
    if (status === 'waiting') {
      await dropVersion(platform, tx, { workspace_id: workspaceId, source_id: input.id, version })
      await recordDecision(platform, tx, caller, 'source.dropped', input.id, version)
    }
    return readSource(tx, workspaceId, input.id)
  })
}

async function lockWaiting(tx: Tx, workspaceId: string, id: string): Promise<Waiting> {
  const { rows: held } = await sql<{ status: string; version: number }>`select status, version from sources
    where workspace_id = ${workspaceId} and id = ${id} and parent_id is null and status <> 'removed' for update`.execute(
    tx,
  )
  const [source] = held
  if (!source) throw failure('request.not_found')
  await sql`select from workspaces where id = ${workspaceId} for no key update`.execute(tx)
  const { rows } = await sql<{
    check_id: string
    fresh: boolean
  }>`select c.id as check_id, c.knowledge_version = w.knowledge_version as fresh
    from source_checks c join workspaces w on w.id = c.workspace_id
    where c.workspace_id = ${workspaceId} and c.source_id = ${id} and c.version = ${source.version} and c.finished_at is not null`.execute(
    tx,
  )
  return { ...source, check_id: rows[0]?.check_id ?? null, fresh: rows[0]?.fresh ?? false }
}

async function readSource(tx: Tx, workspaceId: string, id: string): Promise<Source> {
  const { rows } =
    await sql<Source>`select ${sourceColumns} from sources where workspace_id = ${workspaceId} and id = ${id}`.execute(
      tx,
    )
  return rows[0]!
}

async function recordDecision(
  platform: Platform,
  tx: Tx,
  caller: Caller,
  action: string,
  target: string,
  version: number,
): Promise<void> {
  await sql`insert into audit_log (id, workspace_id, actor, action, target, meta, at)
    values (${newId()}, ${caller.workspaceId}, ${caller.personId || null}, ${action}, ${target}, ${JSON.stringify({ version })}::jsonb, ${platform.clock.now()})`.execute(
    tx,
  )
}
