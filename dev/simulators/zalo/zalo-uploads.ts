// A multipart body with one field `file`.
import type { SimulatedCall } from '../channel-simulator.ts'
import { ZaloRefusal } from './zalo-refusal.ts'
import type { ZaloAccount, ZaloUpload, ZaloWorld } from './zalo-objects.ts'
import { nextNumber, zaloTimes } from './zalo-world.ts'

const mega = 1024 * 1024
const rules: Record<ZaloUpload['kind'], { maxBytes: number; names: RegExp }> = {
  image: { maxBytes: mega, names: /\.(jpe?g|png)$/i },
  gif: { maxBytes: 5 * mega, names: /\.gif$/i },
  file: { maxBytes: 5 * mega, names: /\.(pdf|docx?|csv)$/i },
}

/** Returns a picture's `attachment_id` or a file's `token`. */
export function takeUpload(
  world: ZaloWorld,
  account: ZaloAccount,
  kind: ZaloUpload['kind'],
  call: SimulatedCall,
): object {
  const file = readFile(call)
  if (!file) throw new ZaloRefusal(-201, 'file is missing')
  if (!rules[kind].names.test(file.name)) throw new ZaloRefusal(-201, 'File type is not supported')
  if (file.bytes.length > rules[kind].maxBytes) throw new ZaloRefusal(-210, 'File is larger than allowed')
  const id = `${kind}-${nextNumber(world)}`
  world.uploads.push({ id, oa_id: account.id, kind, name: file.name, at: world.now(), bytes: file.bytes })
  return kind === 'file' ? { token: id } : { attachment_id: id }
}

export function uploadOf(world: ZaloWorld, account: ZaloAccount, id: unknown): ZaloUpload {
  const upload = world.uploads.find(one => one.id === id && one.oa_id === account.id)
  if (!upload) throw new ZaloRefusal(-201, 'attachment_id is invalid')
  if (world.now() - upload.at > zaloTimes.upload) throw new ZaloRefusal(-100, 'Attachment is expired')
  return upload
}

function readFile(call: SimulatedCall): { name: string; bytes: Buffer } | undefined {
  const boundary = /^multipart\/form-data;.*boundary="?([^";]+)/i.exec(call.headers['content-type'] ?? '')?.[1]
  if (!boundary) return undefined
  const { raw } = call
  const mark = Buffer.from(`--${boundary}`)
  for (let start = raw.indexOf(mark); start !== -1;) {
    const end = raw.indexOf(mark, start + mark.length)
    if (end === -1) return undefined
    const part = raw.subarray(start + mark.length + 2, end - 2)
    const gap = part.indexOf('\r\n\r\n')
    const head = part.subarray(0, gap).toString('utf8')
    const name = /name="file"[^\r\n]*filename="([^"]*)"/i.exec(head)?.[1]
    if (gap !== -1 && name !== undefined) return { name, bytes: part.subarray(gap + 4) }
    start = end
  }
  return undefined
}
