import { open, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { after, hours } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { pause } from './pause.ts'

// A database that was put back from a copy does not know what was sent after the copy was made, and would send it again. So it counts
// together with a file in the data folder, and remembers which file that was. A database that is behind the file, or lies beside
// another one (a file that was copied is another), was put back. Of a whole machine that was put back only the clock tells.

const fileName = 'sending.count'
const line = /^([0-9a-f-]{36}) +(\d+)\n$/
/**
 * Whoever stood still for so long has people who look before it goes on. A machine that is switched off at night is stopped in order,
 * and the program on it; a copy of one that is running was not.
 */
const stoodStill = { inOrder: hours(24), suddenly: hours(1) }

type Beside = { id: string; count: number; mark: string }
type Known = { id: string; count: number; mark: string; counted_at: Date; stopped: boolean }

/** Whether this database may be older than what was last sent from this folder. */
export async function mayBeOlder(platform: Platform): Promise<boolean> {
  const known = await platform.db.readAsService(
    sql<Known>`select id, count::int, mark, counted_at, stopped from private.sending_counts`,
  )
  const beside = await readBeside(platform)
  // Several machines may share a PostgreSQL: a folder without the file is a new one among them.
  if (!beside) return platform.db.engine.kind !== 'postgresql' && known.length > 0
  const mine = known.find(({ id }) => id === beside.id)
  // The database counts first: where the program ended in between, it is one ahead.
  if (!mine || mine.mark !== beside.mark || mine.count < beside.count) return true
  return mine.counted_at < after(platform.clock.now(), -stoodStill[mine.stopped ? 'inOrder' : 'suddenly'])
}

/** Database and file count one further: at each start, and every minute. */
export async function countOn(platform: Platform): Promise<void> {
  const before = await readBeside(platform)
  const { id, count } = { id: before?.id ?? newId(), count: (before?.count ?? 0) + 1 }
  const keep = (mark: string) =>
    platform.db.asService(null, tx =>
      sql`insert into private.sending_counts as c (id, count, mark, counted_at) values (${id}, ${count}, ${mark}, ${platform.clock.now()})
        on conflict (id) do update set count = greatest(c.count, excluded.count), mark = excluded.mark,
          counted_at = excluded.counted_at, stopped = false`.execute(tx),
    )
  await keep(before?.mark ?? '')
  const path = join(platform.config.dataDir, fileName)
  const text = `${id} ${String(count).padStart(15)}\n`
  if (before) await writeOver(path, text)
  else await writeFile(path, text)
  const mark = await markOf(path)
  if (mark !== before?.mark) await keep(mark)
}

/** At an orderly end, when nothing is sent any more. */
export async function markStopped(platform: Platform): Promise<void> {
  const beside = await readBeside(platform)
  if (!beside) return
  await platform.db.asService(null, tx =>
    sql`update private.sending_counts set stopped = true, counted_at = ${platform.clock.now()} where id = ${beside.id}`.execute(
      tx,
    ),
  )
}

/**
 * At the start, before anything runs: where the database may be older than what was sent, everything that would go on by itself waits
 * for an admin.
 */
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

/** Their people would get the same steps again. @returns how many wait */
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

/** Which file it is: a copy of it has another birth. */
async function markOf(path: string): Promise<string> {
  const { ino, birthtimeNs } = await stat(path, { bigint: true })
  return `${ino}:${birthtimeNs}`
}

/** Of one length, and never cut off first: whenever the program ends, a whole line stands there. */
async function writeOver(path: string, text: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.write(text, 0)
  } finally {
    await file.close()
  }
}
