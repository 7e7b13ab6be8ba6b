import { sql } from 'kysely'
import { findBucketFile, localBucketBytes } from '#platform/files/bucket-files.ts'
import { after, days, seconds } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import { Failure } from '#platform/errors.ts'
import { FileMissing } from '#platform/files/files.ts'
import type { Platform } from '#platform/platform.ts'
import { limit } from '#platform/limits/rate-limit.ts'
import type { StoredAttachment } from '#shared/contracts/channels/channels.contract.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'
import { arePicturesRead, extractText, ReaderLost } from '../processing/extract-text.ts'
import { ExtractError } from '../extract/extractor.ts'

type Task = { workspace_id: string; message_id: string; tries: number }

const FIRST_DELAY = seconds(10)
const RETRY_DELAY = seconds(60)
const MAX_TRIES = 10
/** With so many late jobs, answers come first. */
const MAX_LATE_JOBS = 20
const LATE_AFTER = seconds(10)
const maxLength = 4_000
const types = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' } as const

export async function readPicturesLater(
  platform: Platform,
  tx: Tx,
  { workspace_id, message_id }: EventCatalogue['picture.received'],
): Promise<void> {
  if (platform.config.CUSTOMER_PICTURES_A_DAY === 0) return
  await enqueue(platform, tx, { workspace_id, message_id, tries: 0 }, FIRST_DELAY)
}

async function enqueue(platform: Platform, tx: Tx, task: Task, wait: number): Promise<void> {
  await platform.jobs.enqueue(tx, {
    kind: 'read customer pictures',
    key: `read customer pictures:${task.message_id}`,
    payload: { ...task },
    runAt: after(platform.clock.now(), wait),
  })
}

/** For the team only, never the bot. Yields to shops' photos and a late queue; limited per workspace and day. */
export async function readCustomerPictures(platform: Platform, task: Task): Promise<void> {
  const { workspace_id: workspaceId } = task
  const readLater = () =>
    platform.db.asService(workspaceId, tx => enqueue(platform, tx, { ...task, tries: task.tries + 1 }, RETRY_DELAY))
  const pictures = await picturesOf(platform, task)
  const [next] = pictures.filter(one => one.status === 'copied' && one.mime && one.mime in types)
  const isComing = pictures.some(one => one.status === 'waiting')
  if (!next && !isComing) return
  if (!next || arePicturesRead() || (await isQueueLate(platform))) {
    if (task.tries < MAX_TRIES) await readLater()
    return
  }
  if (!(await isWithinDay(platform, workspaceId))) return
  await saveText(platform, task, next.id, await wordsOf(platform, workspaceId, next))
  if (pictures.length > 1) await readLater()
}

async function picturesOf(platform: Platform, { workspace_id, message_id }: Task): Promise<StoredAttachment[]> {
  const { rows } = await platform.db.asService(workspace_id, tx =>
    sql<{ attachments: StoredAttachment[] }>`select attachments from messages
      where workspace_id = ${workspace_id} and id = ${message_id} and deleted_at is null`.execute(tx),
  )
  return (rows[0]?.attachments ?? []).filter(
    one => one.type === 'image' && one.recognised == null && (one.status === 'copied' || one.status === 'waiting'),
  )
}

async function isQueueLate(platform: Platform): Promise<boolean> {
  const { rows } = await platform.db.asService(null, tx =>
    sql`select from private.jobs where run_at < ${after(platform.clock.now(), -LATE_AFTER)} limit ${MAX_LATE_JOBS}`.execute(
      tx,
    ),
  )
  return rows.length >= MAX_LATE_JOBS
}

async function isWithinDay(platform: Platform, workspaceId: string): Promise<boolean> {
  try {
    const max = platform.config.CUSTOMER_PICTURES_A_DAY
    await limit(platform, `customer pictures:${workspaceId}`, { max, windowMs: days(1) })
    return true
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}

/** Empty on any failure. */
async function wordsOf(platform: Platform, workspaceId: string, picture: StoredAttachment): Promise<string> {
  const found = await platform.db.asService(workspaceId, tx => findBucketFile(tx, 'attachments', picture.file ?? ''))
  const type = types[picture.mime as keyof typeof types]
  if (!found) return ''
  try {
    const copy = await localBucketBytes(platform, found.version)
    const limits = {
      cpuMilliseconds: platform.config.PICTURE_CPU_SECONDS * 1000,
      memoryMegabytes: platform.config.PICTURE_MEMORY_MB,
      priority: 19,
    }
    const read = await extractText(workspaceId, { type, path: copy.path, title: '' }, limits).finally(copy.release)
    const lines = read.recognised?.lines.map(({ cells }) => cells.filter(cell => cell !== '').join('  ')) ?? []
    return lines.join('\n').slice(0, maxLength)
  } catch (error) {
    if (error instanceof ExtractError || error instanceof ReaderLost || error instanceof FileMissing) return ''
    throw error
  }
}

async function saveText(platform: Platform, task: Task, attachmentId: string, words: string): Promise<void> {
  const { workspace_id: workspaceId, message_id: messageId } = task
  await platform.db.asService(workspaceId, async tx => {
    const { rows } = await sql`update messages set attachments = (
        select jsonb_agg(case when a ->> 'id' = ${attachmentId} then a || ${JSON.stringify({ recognised: words })}::jsonb else a end order by place)
        from jsonb_array_elements(attachments) with ordinality as parts (a, place))
      where workspace_id = ${workspaceId} and id = ${messageId} and deleted_at is null and attachments <> '[]' returning id`.execute(
      tx,
    )
    if (rows.length === 0 || words === '') return
    await sql`insert into private.message_words (message_id, workspace_id, conversation_id, words)
      select m.id, m.workspace_id, m.conversation_id, rights.words_in(m.workspace_id,
          array(select rights.search_words(m.text || ' ' || (select string_agg(a ->> 'recognised', ' ') from jsonb_array_elements(m.attachments) a))))
      from messages m where m.workspace_id = ${workspaceId} and m.id = ${messageId}
      on conflict (message_id) do update set words = excluded.words`.execute(tx)
  })
}
