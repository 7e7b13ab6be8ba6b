import { findBucketFile } from '#platform/files/bucket-files.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { StoredAttachment } from '#shared/contracts/channels/channels.contract.ts'
import { outgoingType } from '../delivery/outgoing-file.ts'

/** @throws inbox.attachment_missing */
export async function attachedFiles(
  tx: Tx,
  workspaceId: string,
  attachments: { file: string; name?: string | undefined }[],
): Promise<StoredAttachment[]> {
  const files: StoredAttachment[] = []
  for (const { file, name } of attachments) {
    const found = file.startsWith(`${workspaceId}/`) ? await findBucketFile(tx, 'attachments', file) : undefined
    if (!found) throw failure('inbox.attachment_missing')
    files.push({
      id: newId(),
      type: outgoingType(found.mime),
      status: 'copied',
      file,
      name: name ?? found.name ?? 'file',
      mime: found.mime,
      size: found.size,
    })
  }
  return files
}
