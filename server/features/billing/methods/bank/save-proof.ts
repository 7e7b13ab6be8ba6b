import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { fileTypeFromBuffer } from 'file-type'
import { sql } from 'kysely'
import { recordOperatorAct, type Operator } from '#features/workspaces/record-operator-act.ts'
import { bucketLink, saveBucketFile, saveBytes } from '#platform/files/bucket-files.ts'
import type { Caller } from '#platform/http/caller.ts'
import { after, days, hours } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import { FileTooLarge } from '#platform/files/files.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { limit } from '#platform/limits/rate-limit.ts'
import { discardRest } from '#platform/http/discard-rest.ts'
import { findOrder, type Order, orderOf } from '../../orders/order.ts'
import { lockSubscription } from '../../orders/subscription-lock.ts'

const bucket = 'proofs'
const maxBytes = 10_485_760
/** Room for the multipart framing. */
const multipartOverhead = 16_384
const linkSeconds = 300
const uploads = { max: 20, windowMs: hours(1) }
/** An order accepts proofs this long after its end: the money may have been sent before. */
const lateMs = days(7)

/** Detected by the file's first bytes only. */
const endings: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
}

export type ShownProof = {
  id: string
  status: 'submitted' | 'approved' | 'rejected' | 'closed'
  reference: string | null
  created_at: Date
}

/** @throws billing.proof_missing, billing.proof_wrong_type, billing.proof_too_large, billing.order_closed. Up to 10 MB */
export async function takeProof(
  platform: Platform,
  caller: Caller,
  id: string,
  request: FastifyRequest,
): Promise<ShownProof> {
  const { workspaceId } = caller
  await limit(platform, `proof:${workspaceId}`, uploads)
  const order = await platform.db.asService(workspaceId, tx => orderOf(tx, workspaceId, id))
  refuseClosed(platform, order)
  if (!request.isMultipart()) throw failure('billing.proof_missing')
  if (Number(request.headers['content-length'] ?? 0) > maxBytes + multipartOverhead)
    throw failure('billing.proof_too_large')
  try {
    const part = await request.file({ limits: { fileSize: maxBytes + 1 } })
    if (!part || part.fieldname !== 'file') throw failure('billing.proof_missing')
    const content = await wholeOf(part.file)
    const { mime = '' } = (await fileTypeFromBuffer(content)) ?? {}
    const ending = endings[mime]
    if (!ending) throw failure(content.length === 0 ? 'billing.proof_missing' : 'billing.proof_wrong_type')
    const bytes = await saveBytes(platform, Readable.from([content]), maxBytes)
    const file = { mime, name: `${order.memo_code}.${ending}`, reference: referenceOf(part.fields) }
    return await platform.db.asService(workspaceId, tx => insertProof(platform, tx, caller, id, file, bytes))
  } catch (error) {
    if (error instanceof FileTooLarge) throw failure('billing.proof_too_large')
    throw error
  } finally {
    discardRest(request)
  }
}

function refuseClosed(platform: Platform, order: Order): void {
  const late = order.failed_at && platform.clock.now() > after(order.failed_at, lateMs)
  if (order.method !== 'bank' || order.status === 'success' || late) throw failure('billing.order_closed')
}

async function wholeOf(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > maxBytes) throw failure('billing.proof_too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function referenceOf(fields: Record<string, unknown>): string | null {
  const field = fields['reference'] as { value?: unknown } | undefined
  return typeof field?.value === 'string' ? field.value.trim().slice(0, 100) || null : null
}

type Bytes = { version: string; size: number; sha256: string }

async function insertProof(
  platform: Platform,
  tx: Tx,
  { workspaceId, personId }: Caller,
  orderId: string,
  { mime, name, reference }: { mime: string; name: string; reference: string | null },
  bytes: Bytes,
): Promise<ShownProof> {
  await lockSubscription(tx, workspaceId)
  const order = (await findOrder(tx, orderId, 'lock')) as Order
  refuseClosed(platform, order)
  const known = await sql<ShownProof>`select id, status, reference, created_at from private.payment_proofs
    where order_id = ${orderId} and sha256 = ${bytes.sha256} and status = 'submitted'`.execute(tx)
  if (known.rows[0]) return known.rows[0]
  const fileId = newId()
  await saveBucketFile(platform, tx, { bucket, key: `${workspaceId}/${fileId}`, name, mime }, bytes)
  const { rows } =
    await sql<ShownProof>`insert into private.payment_proofs (id, order_id, workspace_id, file_id, file_name, sha256, reference, created_by, created_at)
    values (${newId()}, ${orderId}, ${workspaceId}, ${fileId}, ${name}, ${bytes.sha256}, ${reference}, ${personId}, ${platform.clock.now()})
    returning id, status, reference, created_at`.execute(tx)
  const [proof] = rows
  if (!proof) throw new Error('The proof was not written.')
  await sql`update orders set status_detail = 'proof_review' where id = ${orderId} and status = 'processing'`.execute(
    tx,
  )
  await sql`insert into audit_log (id, workspace_id, actor, action, target, at)
    values (${newId()}, ${workspaceId}, ${personId}, 'proof.sent', ${orderId}, ${platform.clock.now()})`.execute(tx)
  await platform.jobs.emit(tx, 'proof.sent', { workspace_id: workspaceId, order_id: orderId, proof_id: proof.id })
  return proof
}

/** @throws request.not_found. The link is valid for five minutes */
export async function linkProof(platform: Platform, caller: Caller, { id }: { id: string }): Promise<{ url: string }> {
  const [proof] = await platform.db.readAsService<{ file_id: string }>(sql`select file_id from private.payment_proofs
    where order_id = ${id} and workspace_id = ${caller.workspaceId} order by created_at desc, id desc limit 1`)
  if (!proof) throw failure('request.not_found')
  return { url: await bucketLink(platform, bucket, `${caller.workspaceId}/${proof.file_id}`, linkSeconds) }
}

/** @throws request.not_found. The access is logged */
export async function linkProofById(
  platform: Platform,
  operator: Operator,
  { id }: { id: string },
): Promise<{ url: string }> {
  const proof = await platform.db.asService(null, async tx => {
    const { rows } = await sql<{ workspace_id: string; order_id: string; file_id: string }>`
      select workspace_id, order_id, file_id from private.payment_proofs where id = ${id}`.execute(tx)
    const [found] = rows
    if (!found) throw failure('request.not_found')
    const act = { workspaceId: found.workspace_id, action: 'proof.opened', target: found.order_id }
    await recordOperatorAct(platform, tx, operator, act)
    return found
  })
  return { url: await bucketLink(platform, bucket, `${proof.workspace_id}/${proof.file_id}`, linkSeconds) }
}
