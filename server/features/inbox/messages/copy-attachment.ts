import { Readable } from 'node:stream'
import { fileTypeFromBuffer } from 'file-type'
import { sql } from 'kysely'
import { saveBucketFile, saveBytes } from '#platform/files/bucket-files.ts'
import { seconds } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import { newId } from '#platform/ids.ts'
import { OutsideError } from '#platform/outside/outside-error.ts'
import type { Platform } from '#platform/platform.ts'
import type { Job } from '#platform/jobs/claim-jobs.ts'
import type { StoredAttachment } from '#shared/contracts/channels/channels.contract.ts'

type Due = { workspace_id: string; message_id: string; attachment_id: string }

const bucket = 'attachments'
const maxBytes = 25 * 1024 * 1024
const slowest = seconds(30)
/** By then the platform's address has usually expired. */
const maxTries = 6
/** By first bytes; text has no signature, so text files are believed by name. */
const storableTypes =
  /^(?:image\/(?:png|jpeg|gif|webp)|audio\/|video\/|application\/(?:pdf|zip|msword|x-cfb|vnd\.openxmlformats-officedocument\.(?:wordprocessingml\.document|spreadsheetml\.sheet)))/

/** Platform addresses expire. Uses the guarded fetch; a type we do not keep is marked refused. */
export async function copyAttachment(platform: Platform, due: Due, job: Job): Promise<void> {
  const { workspace_id: workspaceId } = due
  const attachment = await platform.db.asService(workspaceId, tx => readWaiting(tx, due))
  if (!attachment?.url) return
  let bytes: Buffer
  try {
    bytes = (await platform.outside.fetch({ url: attachment.url, maxBytes, timeoutMs: slowest })).body
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
    // A slow server is retried; too large or internal addresses stay refused.
    if (error.reason === 'unreachable' && job.attempts < maxTries) throw error
    return platform.db.asService(workspaceId, tx => change(tx, due, { status: 'refused' }))
  }
  const mime = (await fileTypeFromBuffer(bytes).catch(() => undefined))?.mime ?? textType(attachment.name)
  if (!mime || !storableTypes.test(mime)) {
    if (mime !== 'text/plain' && mime !== 'text/csv')
      return platform.db.asService(workspaceId, tx => change(tx, due, { status: 'refused' }))
  }
  const stored = await saveBytes(platform, Readable.from([bytes]), maxBytes)
  const key = `${workspaceId}/${newId()}`
  await platform.db.asService(workspaceId, async tx => {
    if (!(await readWaiting(tx, due))) return
    const file = { bucket, key, name: attachment.name ?? `${attachment.type}`, mime: mime ?? '' }
    await saveBucketFile(platform, tx, file, stored)
    await change(tx, due, { status: 'copied', file: key, mime: mime ?? '', size: stored.size })
  })
}

function textType(name: string | null | undefined): string | undefined {
  if (name?.toLowerCase().endsWith('.csv')) return 'text/csv'
  return name?.toLowerCase().endsWith('.txt') ? 'text/plain' : undefined
}

async function readWaiting(tx: Tx, due: Due): Promise<StoredAttachment | undefined> {
  const { rows } = await sql<{ attachments: StoredAttachment[] }>`select attachments from messages
    where workspace_id = ${due.workspace_id} and id = ${due.message_id} for no key update`.execute(tx)
  return rows[0]?.attachments.find(one => one.id === due.attachment_id && one.status === 'waiting')
}

/** Drops the platform's address: it expires, and browsers must not request it. */
async function change(tx: Tx, due: Due, learned: Partial<StoredAttachment>): Promise<void> {
  await sql`update messages set attachments = (
      select jsonb_agg(case when a ->> 'id' = ${due.attachment_id} then (a - 'url') || ${JSON.stringify(learned)}::jsonb else a end order by place)
      from jsonb_array_elements(attachments) with ordinality as parts (a, place))
    where workspace_id = ${due.workspace_id} and id = ${due.message_id} and attachments <> '[]'`.execute(tx)
}
