import type { ChannelKind } from '../../words.ts'

/** `limit` in megabytes. */
export type FileRefusal = { why: 'type' } | { why: 'size'; limit: number }

type Kind = 'image' | 'gif' | 'media' | 'document'

const megabyte = 1024 * 1024

/** What our own bucket takes (database/migrations/0001-0025/0013-storage.sql). */
const documents = [
  'text/plain',
  'text/csv',
  'application/pdf',
  'application/zip',
  'application/msword',
  'application/vnd.ms-excel',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
]
/** Zalo's upload API: jpg and png up to 1 MB; gif, pdf, doc, docx and csv up to 5 MB. */
const zaloDocuments = new Set([
  'text/csv',
  'application/pdf',
  'application/msword',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
])

/** Megabytes; a missing kind is not accepted. */
const maxBytes: Record<ChannelKind, Partial<Record<Kind, number>>> = {
  website: { image: 25, gif: 25, media: 25, document: 25 },
  facebook: { image: 8, gif: 8, media: 25, document: 25 },
  zalo: { image: 1, gif: 5, document: 5 },
}

export function takenTypes(source: ChannelKind): string[] {
  const pictures = ['image/png', 'image/jpeg', 'image/gif', ...(source === 'zalo' ? [] : ['image/webp'])]
  const rest = source === 'zalo' ? [...zaloDocuments] : ['audio/*', 'video/*', ...documents]
  return [...pictures, ...rest]
}

/** @returns undefined if the channel takes the file */
export function fileRefusal(
  source: ChannelKind,
  { type, size }: { type: string; size: number },
): FileRefusal | undefined {
  const kind = kindOf(type)
  const isOther = source === 'zalo' && (type === 'image/webp' || (kind === 'document' && !zaloDocuments.has(type)))
  const limit = kind && !isOther ? maxBytes[source][kind] : undefined
  if (limit === undefined) return { why: 'type' }
  return size > limit * megabyte ? { why: 'size', limit } : undefined
}

function kindOf(type: string): Kind | undefined {
  if (type === 'image/gif') return 'gif'
  if (['image/png', 'image/jpeg', 'image/webp'].includes(type)) return 'image'
  if (/^(audio|video)\//.test(type)) return 'media'
  return documents.includes(type) ? 'document' : undefined
}
