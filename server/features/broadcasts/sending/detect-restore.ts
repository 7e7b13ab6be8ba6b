import { open, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { after, hours } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { pause } from './pause.ts'

// A database restored from a copy would resend what was sent since. So it counts together with a file in the data folder: a database
// behind the file, or beside another file (also a copy), was restored. For a restored machine only the clock tells.

const fileName = 'sending.count'
const line = /^([0-9a-f-]{36}) +(\d+)\n$/
/** After this much downtime an admin decides whether to resume. A clean shutdown (a machine off at night) gets longer than a crash. */
const stoodStill = { inOrder: hours(24), suddenly: hours(1) }

type Beside = { id: string; count: number; mark: string }
type Known = { id: string; count: number; mark: string; counted_at: Date; stopped: boolean }

export async function mayBeOlder(platform: Platform): Promise<boolean> {
  const known = await platform.db.readAsService(
    sql<Known>`select id, count::int, mark, counted_at, stopped from private.sending_counts order by counted_at desc`,
  )
  const beside = await readBeside(platform)
  // Several machines may share a PostgreSQL, so a folder without the file may be a new machine.
  if (!beside) return platform.db.engine.kind !== 'postgresql' && known.length > 0
  const mine = known.find(({ id }) => id === beside.id)
  // The database counts first, so it may be one ahead after a crash.
  if (!mine || mine.mark !== beside.mark || mine.count < beside.count) return true
  // Of several processes one counts at a time, and while one is away the others go on.
  const last = known[0] ?? mine
  return last.counted_at < after(platform.clock.now(), -stoodStill[last.stopped ? 'inOrder' : 'suddenly'])
}

export async function countOn(platform: Platform): Promise<void> {
  const before = await readBeside(platform)
  const { id, count } = { id: before?.id ?? newId(), count: (before?.count ?? 0) + 1 }
  const save = (mark: string) =>
    platform.db.asService(null, tx =>
      sql`insert into private.sending_counts as c (id, count, mark, counted_at) values (${id}, ${count}, ${mark}, ${platform.clock.now()})
        on conflict (id) do update set count = greatest(c.count, excluded.count), mark = excluded.mark,
          counted_at = excluded.counted_at, stopped = false`.execute(tx),
    )
  await save(before?.mark ?? '')
  const path = join(platform.config.dataDir, fileName)
  const text = `${id} ${String(count).padStart(15)}\n`
  if (before) await writeOver(path, text)
  else await writeFile(path, text)
  const mark = await markOf(path)
  if (mark !== before?.mark) await save(mark)
}

export async function markStopped(platform: Platform): Promise<void> {
  const beside = await readBeside(platform)
  if (!beside) return
  await platform.db.asService(null, tx =>
    sql`update private.sending_counts set stopped = true, counted_at = ${platform.clock.now()} where id = ${beside.id}`.execute(
      tx,
    ),
  )
}

/** Run before anything else at start: everything that would resume by itself waits for an admin. */
export async function holdWhatMayBeSent(platform: Platform): Promise<void> {
  const isOlder = await mayBeOlder(platform)
  await countOn(platform)
  if (!isOlder) return
  const now = platform.clock.now()
  const rows = await platform.db.readAsService(
    sql<{ id: string; workspace_id: string }>`select id, workspace_id from broadcasts
      where status in ('planning', 'running') or (status = 'scheduled' and start_at <= ${now}) order by id`,
  )
  for (const { id, workspace_id: workspaceId } of rows)
    await platform.db.asService(workspaceId, async tx => {
      await sql`update broadcasts set status = 'planning' where workspace_id = ${workspaceId} and id = ${id} and status = 'scheduled'`.execute(
        tx,
      )
      await pause(platform, tx, { workspaceId, id }, 'restored')
    })
  const sequences = await holdSequences(platform)
  if (rows.length + sequences > 0)
    platform.log.warn(
      { broadcasts: rows.length, sequences },
      'The database may be older than what was sent: broadcasts and sequences wait for an admin',
    )
}

async function holdSequences(platform: Platform): Promise<number> {
  const rows = await platform.db.readAsService(
    sql<{
      id: string
      workspace_id: string
    }>`select id, workspace_id from sequences where status = 'active' order by id`,
  )
  for (const { id, workspace_id: workspaceId } of rows)
    await platform.db.asService(workspaceId, async tx => {
      await sql`update sequences set status = 'paused', reason = 'restored' where workspace_id = ${workspaceId} and id = ${id} and status = 'active'`.execute(
        tx,
      )
      await platform.jobs.emit(tx, 'sequence.restored', { workspace_id: workspaceId, sequence_id: id })
    })
  return rows.length
}

async function readBeside(platform: Platform): Promise<Beside | undefined> {
  const path = join(platform.config.dataDir, fileName)
  try {
    const [, id, count] = line.exec(await readFile(path, 'utf8')) ?? []
    return id && count ? { id, count: Number(count), mark: await markOf(path) } : undefined
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined
    throw error
  }
}

/** A copy has another inode or birth time. */
async function markOf(path: string): Promise<string> {
  const { ino, birthtimeNs } = await stat(path, { bigint: true })
  return `${ino}:${birthtimeNs}`
}

/** Fixed length and no truncation, so that a crash leaves a whole line. */
async function writeOver(path: string, text: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.write(text, 0)
  } finally {
    await file.close()
  }
}
