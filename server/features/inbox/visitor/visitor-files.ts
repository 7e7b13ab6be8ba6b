import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fileTypeFromBuffer } from 'file-type'
import { sql } from 'kysely'
import { z } from 'zod'
import { readVisitor, storeVisitor, type Visitor } from '#features/channels/website/website-visitor.ts'
import { findBucketFile, saveBucketFile, openBucketBytes, saveBytes } from '#platform/files/bucket-files.ts'
import { days, minutes } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import { FileMissing, FileTooLarge } from '#platform/files/files.ts'
import { readInput } from '#platform/http/http.ts'
import { isUuid, newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { limit } from '#platform/limits/rate-limit.ts'
import { discardRest } from '#platform/http/discard-rest.ts'
import type { StoredAttachment } from '#shared/contracts/channels/channels.contract.ts'
import { visitorFileName } from './visitor-file-name.ts'
import { receiveMessage } from '../arrivals/receive-message.ts'
import { cursorOf, type VisitorAttachment, visitorAttachments } from './visitor-history.ts'
import { notifyConversation } from './visitor-messages.ts'

const bucket = 'attachments'
const maxBytes = 10_485_760
const multipartOverhead = 16_384
const headBytes = 4100
const perVisitor = { max: 10, windowMs: minutes(10) }
const perVisitorDay = { max: 40, windowMs: days(1) }

/** Judged by the first bytes alone. */
const taken: Record<string, 'image' | 'gif' | 'file'> = {
  'image/png': 'image',
  'image/jpeg': 'image',
  'image/webp': 'image',
  'image/gif': 'gif',
  'application/pdf': 'file',
}

const sentFields = z.object({ client_id: z.string().min(1).max(64), page_url: z.string().max(4096).optional() })

export type SentFile = { id: string; cursor: string; conversation_id: string; attachments: VisitorAttachment[] }

/**
 * Up to 10 MB; the same `client_id` gets the first answer again. The bytes are stored before the message names them.
 * @throws widget.file_missing, widget.file_type, widget.file_too_large, widget.files_full, request.too_many
 */
export async function takeVisitorFile(
  platform: Platform,
  request: FastifyRequest,
  admit: () => Promise<void>,
): Promise<SentFile> {
  const { authorization } = request.headers
  const visitor = await platform.db.asService(null, tx => readVisitor(platform, tx, authorization))
  if (!request.isMultipart()) throw failure('widget.file_missing')
  if (Number(request.headers['content-length'] ?? 0) > maxBytes + multipartOverhead)
    throw failure('widget.file_too_large')
  const who = `${visitor.channelId}:${visitor.externalId}`
  try {
    await admit()
    await limit(platform, `visitor files:${who}`, perVisitor)
    await limit(platform, `visitor files a day:${who}`, perVisitorDay)
    const part = await request.file({ limits: { fileSize: maxBytes + 1 } })
    if (!part || part.fieldname !== 'file') throw failure('widget.file_missing')
    const fields = readInput(sentFields, textsOf(part.fields))
    const { head, whole } = await peek(part.file)
    const mime = (await fileTypeFromBuffer(head).catch(() => undefined))?.mime ?? ''
    const type = taken[mime]
    if (!type) throw failure(head.length === 0 ? 'widget.file_missing' : 'widget.file_type')
    const bytes = await saveBytes(platform, whole, maxBytes)
    const name = visitorFileName(part.filename, mime)
    const file: StoredAttachment = {
      id: newId(),
      type,
      status: 'copied',
      file: `${visitor.workspaceId}/${newId()}`,
      name,
      mime,
      size: bytes.size,
    }
    return await platform.db.asService(null, tx => saveFileMessage(platform, tx, visitor, file, bytes, fields))
  } catch (error) {
    if (error instanceof FileTooLarge) throw failure('widget.file_too_large')
    if (isBroken(request, error)) throw failure('request.invalid')
    throw error
  } finally {
    discardRest(request)
  }
}

async function saveFileMessage(
  platform: Platform,
  tx: Tx,
  visitor: Visitor,
  file: StoredAttachment,
  bytes: { version: string; size: number; sha256: string },
  fields: z.output<typeof sentFields>,
): Promise<SentFile> {
  const { workspaceId, channelId } = visitor
  const { rows } = await sql<{
    fits: boolean
  }>`select rights.workspace_has_room(${workspaceId}, ${bytes.size}) as fits`.execute(tx)
  if (!rows[0]?.fits) throw failure('widget.files_full')
  const stored = await receiveMessage(platform, tx, {
    workspaceId,
    channelId,
    source: 'website',
    contact: { externalId: visitor.externalId, language: visitor.locale },
    clientId: fields.client_id,
    text: '',
    attachments: [file],
  })
  let attachments = [file]
  if (stored.repeated) {
    const known = await sql<{ attachments: StoredAttachment[] }>`select attachments from messages
      where workspace_id = ${workspaceId} and id = ${stored.messageId}`.execute(tx)
    attachments = known.rows[0]?.attachments ?? []
  } else {
    await saveBucketFile(
      platform,
      tx,
      { bucket, key: file.file ?? '', name: file.name ?? '', mime: file.mime ?? '' },
      bytes,
    )
    const pageUrl = fields.page_url?.replaceAll('\0', '') ?? null
    if (!visitor.stored) storeVisitor(platform, tx, visitor, { contactId: stored.contactId, pageUrl })
  }
  notifyConversation(platform, visitor, stored)
  return {
    id: stored.messageId,
    cursor: cursorOf(stored.conversationId, stored.seq),
    conversation_id: stored.conversationId,
    attachments: visitorAttachments(attachments),
  }
}

/**
 * Always as a download, never a page on our origin.
 * @throws request.not_found
 */
export async function giveVisitorFile(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { id } = request.params as { id: string }
  if (!isUuid(id)) throw failure('request.not_found')
  const found = await platform.db.asService(null, async tx => {
    const visitor = await readVisitor(platform, tx, request.headers.authorization)
    const file = await findAttachment(tx, visitor, id)
    const stored = file?.file ? await findBucketFile(tx, bucket, file.file) : undefined
    return stored && { ...stored, name: file?.name ?? stored.name ?? 'file' }
  })
  if (!found) throw failure('request.not_found')
  const content = await openBucketBytes(platform, found.version).catch((error: unknown) => {
    throw error instanceof FileMissing ? failure('request.not_found') : error
  })
  return reply
    .headers({
      'content-type': found.mime,
      'content-length': found.size,
      'content-disposition': `attachment; filename*=UTF-8''${inHeader(found.name)}`,
      'cache-control': 'private, max-age=3600',
    })
    .send(content)
}

function inHeader(name: string): string {
  return encodeURIComponent(name).replaceAll(/['()*]/g, mark => `%${mark.charCodeAt(0).toString(16)}`)
}

async function findAttachment(tx: Tx, visitor: Visitor, id: string): Promise<StoredAttachment | undefined> {
  const { rows } = await sql<{ attachments: StoredAttachment[] }>`
    select m.attachments from contacts c
    join conversations v on v.workspace_id = c.workspace_id and v.contact_id = c.id
    join messages m on m.workspace_id = v.workspace_id and m.conversation_id = v.id
    where c.workspace_id = ${visitor.workspaceId} and c.channel_id = ${visitor.channelId} and c.external_id = ${visitor.externalId}
      and m.deleted_at is null and m.attachments @> ${JSON.stringify([{ id, status: 'copied' }])}::jsonb limit 1`.execute(
    tx,
  )
  return rows[0]?.attachments.find(one => one.id === id)
}

function textsOf(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const { value } = field as { value?: unknown }
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
}

async function peek(stream: Readable): Promise<{ head: Buffer; whole: Readable }> {
  const parts: Buffer[] = []
  let length = 0
  const pieces = stream.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>
  while (length < headBytes) {
    const next = await pieces.next()
    if (next.done) break
    parts.push(next.value)
    length += next.value.length
  }
  const head = Buffer.concat(parts)
  async function* all() {
    if (head.length > 0) yield head
    yield* pieces
  }
  return { head, whole: Readable.from(all()) }
}

function isBroken(request: FastifyRequest, error: unknown): boolean {
  const { code } = error as { code?: string }
  return request.raw.socket.destroyed || code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET'
}
