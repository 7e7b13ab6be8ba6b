import { attachedFiles } from '#features/inbox/messages/attached-files.ts'
import { findBucketFile } from '#platform/files/bucket-files.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import type { StoredAttachment } from '#shared/contracts/channels/channels.contract.ts'
import { isCampaignPicture } from '#shared/rules/campaigns/campaign-picture.ts'
import { type Broadcast, pictureOf } from '../broadcast-row.ts'

/** @throws broadcast.picture_wrong */
export async function refusePicture(tx: Tx, broadcast: Broadcast): Promise<void> {
  const picture = pictureOf(broadcast)
  if (!picture) return
  const isOurs = picture.file.startsWith(`${broadcast.workspace_id}/`)
  const found = isOurs ? await findBucketFile(tx, 'attachments', picture.file) : undefined
  if (!found || !isCampaignPicture({ type: found.mime, size: found.size }))
    throw failure('broadcast.picture_wrong', { field: 'content.picture' })
}

/** If it no longer exists, the text is sent alone. */
export async function attachedPicture(tx: Tx, broadcast: Broadcast): Promise<StoredAttachment[]> {
  const picture = pictureOf(broadcast)
  const found = picture && (await findBucketFile(tx, 'attachments', picture.file))
  return found ? attachedFiles(tx, broadcast.workspace_id, [picture]) : []
}
