import { randomUUID } from 'node:crypto'
import type { Platform } from '#platform/platform.ts'
import type { Channel } from '../../channel.ts'
import type { OutgoingFile, SendOutcome } from '../../sending/sending.ts'
import { callZalo, dataOf } from '../call-zalo.ts'
import { textOf } from '../../hooks/exact-json.ts'
import type { ZaloAnswer } from '../zalo-answers.ts'

const mega = 1024 * 1024
/** Zalo's limits by media type. */
const kinds: Record<string, { kind: 'image' | 'gif' | 'file'; maxBytes: number; ending: string }> = {
  'image/jpeg': { kind: 'image', maxBytes: mega, ending: 'jpg' },
  'image/png': { kind: 'image', maxBytes: mega, ending: 'png' },
  'image/gif': { kind: 'gif', maxBytes: 5 * mega, ending: 'gif' },
  'application/pdf': { kind: 'file', maxBytes: 5 * mega, ending: 'pdf' },
  'application/msword': { kind: 'file', maxBytes: 5 * mega, ending: 'doc' },
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': {
    kind: 'file',
    maxBytes: 5 * mega,
    ending: 'docx',
  },
  'text/csv': { kind: 'file', maxBytes: 5 * mega, ending: 'csv' },
}

export type ToSend = { is: 'to send'; message: Record<string, unknown>; id?: string }
type Uploaded = ToSend | ZaloAnswer | SendOutcome

/** Pictures too large to upload go by URL, if the platform can reach us. Rejected files fail permanently. */
export async function uploadFile(platform: Platform, channel: Channel, file: OutgoingFile): Promise<Uploaded> {
  const rule = kinds[file.mime]
  if (!rule) return { outcome: 'failed', class: 'permanent', code: 'zalo.file_type', detail: file.mime }
  if (file.size > rule.maxBytes) {
    const byAddress = rule.kind === 'image' && file.url.startsWith('https://')
    if (byAddress) return media('image', { url: file.url })
    return { outcome: 'failed', class: 'permanent', code: 'zalo.file_too_large', detail: `${file.size}` }
  }
  const bytes = await file.bytes()
  const form = formOf(bytes, nameOf(file.name, rule.ending), file.mime)
  const answer = await callZalo(platform, channel, { path: `/v2.0/oa/upload/${rule.kind}`, form })
  // A lost upload response is safe: nobody has seen anything.
  if (answer.is === 'lost') return { ...answer, is: 'unsent' }
  const data = dataOf(answer)
  const id = textOf(data?.[rule.kind === 'file' ? 'token' : 'attachment_id'])
  if (!data || id === undefined) return answer.is === 'done' ? { is: 'unsent', detail: 'no id of the upload' } : answer
  if (rule.kind === 'file') return { is: 'to send', message: { attachment: { type: 'file', payload: { token: id } } } }
  if (rule.kind === 'image') return { ...showing(id), id }
  return media(rule.kind, { attachment_id: id, ...sizeOfGif(bytes) })
}

export function showing(id: string): ToSend {
  return media('image', { attachment_id: id })
}

function media(kind: 'image' | 'gif', element: Record<string, unknown>): ToSend {
  const elements = [{ media_type: kind, ...element }]
  const attachment = { type: 'template', payload: { template_type: 'media', elements } }
  return { is: 'to send', message: { attachment } }
}

/** GIF89a specification, 18. */
function sizeOfGif(bytes: Buffer): { width: number; height: number } {
  return bytes.length < 10
    ? { width: 1, height: 1 }
    : { width: Math.max(1, bytes.readUInt16LE(6)), height: Math.max(1, bytes.readUInt16LE(8)) }
}

/** Zalo judges by the ending; characters that would break the header are removed. */
function nameOf(name: string, ending: string): string {
  const clean = name.replace(/["\r\n\0\\]/g, '_').slice(-150) || 'file'
  return clean.toLowerCase().endsWith(`.${ending}`) || (ending === 'jpg' && /\.jpeg$/i.test(clean))
    ? clean
    : `${clean}.${ending}`
}

function formOf(bytes: Buffer, name: string, mime: string): { type: string; bytes: Buffer } {
  const boundary = `sen-${randomUUID()}`
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${mime}\r\n\r\n`
  const whole = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)])
  return { type: `multipart/form-data; boundary=${boundary}`, bytes: whole }
}
