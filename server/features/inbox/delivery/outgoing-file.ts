import type { OutgoingFile } from '#features/channels/sending/sending.ts'
import { bucketLink, findBucketFile, readBucketBytes } from '#platform/files/bucket-files.ts'
import { FileMissing } from '#platform/files/files.ts'
import type { Platform } from '#platform/platform.ts'
import type { StoredAttachment } from '#shared/contracts/channels/channels.contract.ts'

const linkLives = 3600

/** @throws FileMissing */
export async function outgoingFile(
  platform: Platform,
  workspaceId: string,
  attachment: StoredAttachment,
): Promise<OutgoingFile> {
  const key = attachment.file ?? ''
  const found = await platform.db.asService(workspaceId, tx => findBucketFile(tx, 'attachments', key))
  if (!found) throw new FileMissing('The attachment is gone.')
  return {
    type: outgoingType(found.mime),
    name: attachment.name ?? found.name ?? 'file',
    mime: found.mime,
    size: found.size,
    url: await bucketLink(platform, 'attachments', key, linkLives),
    bytes: () => readBucketBytes(platform, found.version),
  }
}

export function outgoingType(mime: string): OutgoingFile['type'] {
  const [group] = mime.split('/')
  return group === 'image' || group === 'audio' || group === 'video' ? group : 'file'
}
