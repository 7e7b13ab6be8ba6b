import type { FastifyRequest } from 'fastify'
import { maxFileSize } from '#shared/contracts/training/training.contract.ts'
import type { Source } from './source-row.ts'
import type { Caller } from '#platform/http/caller.ts'
import { minutes } from '#platform/clock.ts'
import { failure } from '#platform/errors.ts'
import { FileTooLarge } from '#platform/files/files.ts'
import { once } from '#platform/jobs/idempotency.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { limit } from '#platform/limits/rate-limit.ts'
import { discardRest } from '#platform/http/discard-rest.ts'
import { addFile, type StoredFile } from './add-file.ts'
import { ExtractError } from '../extract/extractor.ts'
import { cleanFileName } from './file-name.ts'
import { recogniseFile } from './file-type.ts'

const MULTIPART_OVERHEAD = 16_384
const UPLOADS = { max: 120, windowMs: minutes(10) }

/** Streams to storage with a byte limit; a refused file leaves nothing. A known file returns its source. */
export async function uploadFile(platform: Platform, caller: Caller, request: FastifyRequest): Promise<Uploaded> {
  return takeFile(platform, caller, request, file => addFile(platform, caller, file))
}

export type Uploaded = { status: number; source: Source; isStored?: boolean }

/**
 * @throws training.file_missing, training.file_too_large, training.<reason> of `ExtractError`, request.too_many, request.invalid if the
 * client hung up. Removes the file if `use` fails
 */
export async function takeFile(
  platform: Platform,
  caller: Caller,
  request: FastifyRequest,
  use: (file: StoredFile) => Promise<Uploaded>,
): Promise<Uploaded> {
  await limit(platform, `upload:${caller.workspaceId}`, UPLOADS)
  if (!request.isMultipart()) throw failure('training.file_missing')
  if (Number(request.headers['content-length'] ?? 0) > maxFileSize + MULTIPART_OVERHEAD)
    throw failure('training.file_too_large')
  const part = await request.file({ limits: { fileSize: maxFileSize + 1 } })
  if (!part || part.fieldname !== 'file') throw failure('training.file_missing')

  const id = newId()
  const key = `sources/${caller.workspaceId}/${id}`
  const title = cleanFileName(part.filename)
  let stored = false
  try {
    const { size, sha256 } = await platform.files.save(key, part.file, { maxBytes: maxFileSize })
    const copy = await platform.files.local(key)
    const type = await recogniseFile(title, copy.path).finally(copy.release)
    const file = { id, key, title, type, size, sha256 }
    const result = await onceByKey(platform, caller, request, { title, sha256 }, async () => {
      const used = await use(file)
      stored = used.isStored ?? used.source.id === id
      return used
    })
    return result
  } catch (error) {
    if (error instanceof FileTooLarge) throw failure('training.file_too_large')
    if (error instanceof ExtractError) throw failure(`training.${error.reason}`)
    // The client hung up; not our error.
    if (request.raw.socket.destroyed || isBrokenUpload(error)) throw failure('request.invalid')
    throw error
  } finally {
    discardRest(request)
    if (!stored) await platform.files.remove(key)
  }
}

async function onceByKey(
  platform: Platform,
  caller: Caller,
  request: FastifyRequest,
  body: object,
  act: () => Promise<Uploaded>,
): Promise<Uploaded> {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string') return act()
  const defaultStatus = request.method === 'PUT' ? 202 : 201
  let uploaded: Uploaded | undefined
  const scope = `${caller.workspaceId} ${request.method} ${request.url}`
  const result = await once(platform, scope, key, body, defaultStatus, async () => (uploaded = await act()).source)
  return uploaded ?? { status: result.status, source: result.response as Source }
}

function isBrokenUpload(error: unknown): boolean {
  const { code } = error as { code?: string }
  return code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET' || (code?.startsWith('FST_') ?? false)
}
