import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Caller } from '#platform/http/caller.ts'
import { days, hours } from '#platform/clock.ts'
import { failure } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { limit } from '#platform/limits/rate-limit.ts'
import { type ImportColumn, maxImportSize } from '#shared/contracts/customers/imports.contract.ts'
import { storable } from '#platform/text/storable-text.ts'
import { listFields } from '../fields/customer-fields.ts'
import { guessColumns } from './guess-columns.ts'
import { listKey, refuseMoreThanPlanned } from './import-row.ts'
import { readList } from './read-list.ts'
import { inTurn, withImportSlot } from './import-slots.ts'

const perHour = { max: 20, windowMs: hours(1) }
const perDay = { max: 40, windowMs: days(1) }
const multipartOverhead = 16_384
const shownRows = 5

export type UploadedList = {
  id: string
  rows: number
  columns: string[]
  has_names: boolean
  map: ImportColumn[]
  sample: string[][]
}

/** @throws customer.import_unreadable, customer.import_too_large, customer.import_over_plan, request.too_many, server.busy */
export function uploadList(platform: Platform, caller: Caller, request: FastifyRequest): Promise<UploadedList> {
  return withImportSlot(platform, caller.workspaceId, () => storeList(platform, caller, request))
}

async function storeList(
  platform: Platform,
  { workspaceId, personId }: Caller,
  request: FastifyRequest,
): Promise<UploadedList> {
  await limit(platform, `customer lists:${workspaceId}`, perHour)
  await limit(platform, `customer lists a day:${workspaceId}`, perDay)
  const { bytes, name } = await receive(request)
  const rows = await inTurn(platform, () => readList(bytes))
  await refuseMoreThanPlanned(platform, workspaceId, rows.length)
  const { fields } = await listFields(platform, { workspaceId })
  const { hasNames, columns, map } = guessColumns(rows, fields)
  const id = newId()
  await platform.files.save(listKey(id), Readable.from([bytes]), { maxBytes: maxImportSize })
  await platform.db.asService(workspaceId, tx =>
    sql`insert into imports (id, workspace_id, file_name, status, columns, has_names, map, row_count, made_by, created_at)
      values (${id}, ${workspaceId}, ${name}, 'read', ${columns}::text[], ${hasNames}, ${map}::text[], ${rows.length}, ${personId},
        ${platform.clock.now()})`.execute(tx),
  )
  const sample = rows.slice(0, shownRows).map(({ cells }) => columns.map((_, i) => (cells[i] ?? '').slice(0, 200)))
  return { id, rows: rows.length, columns, has_names: hasNames, map, sample }
}

async function receive(request: FastifyRequest): Promise<{ bytes: Buffer; name: string }> {
  if (!request.isMultipart()) throw failure('customer.import_unreadable')
  if (Number(request.headers['content-length'] ?? 0) > maxImportSize + multipartOverhead)
    throw failure('customer.import_too_large')
  const part = await request.file({ limits: { fileSize: maxImportSize + 1 } })
  if (!part || part.fieldname !== 'file') throw failure('customer.import_unreadable')
  const chunks: Buffer[] = []
  for await (const chunk of part.file) chunks.push(chunk as Buffer)
  const bytes = Buffer.concat(chunks)
  if (bytes.length > maxImportSize) throw failure('customer.import_too_large')
  const name = storable(part.filename).normalize('NFC').slice(0, 200)
  return { bytes, name: name || 'csv' }
}
