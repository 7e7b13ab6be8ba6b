import { Readable } from 'node:stream'
import { fileTypeFromBuffer } from 'file-type'
import { sql } from 'kysely'
import { readChannel } from '#features/channels/channel-row.ts'
import { kindOf } from '#features/channels/kinds.ts'
import { saveBucketFile, saveBytes } from '#platform/files/bucket-files.ts'
import type { Tx } from '#platform/sql/database.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { storable } from '#platform/text/storable-text.ts'
import { lockConversationsOf } from '../conversations/lock-conversation.ts'

type Due = { workspace_id: string; contact_id: string }
type Contact = { channel_id: string; external_id: string }
type Named = { name: string; named: boolean; avatar: string | null }
type Picture = { key: string; mime: string; bytes: { version: string; size: number; sha256: string } }

const maxPictureSize = 2 * 1024 * 1024
const pictureTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

export async function fetchProfileLater(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  contactId: string,
): Promise<void> {
  await platform.jobs.enqueue(tx, {
    kind: 'fetch profile',
    key: `fetch profile:${contactId}`,
    payload: { workspace_id: workspaceId, contact_id: contactId },
  })
}

export async function fetchProfile(platform: Platform, due: Due): Promise<void> {
  const { workspace_id: workspaceId, contact_id: contactId } = due
  const { contact, channel } = await platform.db.asService(workspaceId, async tx => {
    const { rows } = await sql<Contact>`select channel_id, external_id from contacts
      where workspace_id = ${workspaceId} and id = ${contactId}`.execute(tx)
    return { contact: rows[0], channel: rows[0] && (await readChannel(tx, workspaceId, rows[0].channel_id)) }
  })
  const kind = channel && kindOf(channel.kind)
  if (!contact || !channel || !kind || channel.status === 'disconnected') return
  const profile = await kind.fetchProfile(platform, channel, contact.external_id)
  const picture = profile?.avatarUrl ? await copyPicture(platform, workspaceId, profile.avatarUrl) : undefined
  await platform.db.asService(workspaceId, async tx => {
    const profileName = profile?.name && storable(profile.name).trim().slice(0, 200)
    await lockConversationsOf(tx, workspaceId, contactId)
    // A name the person gave or the shop's site signed beats a display name.
    const { rows } = await sql<Named>`select name, verified or fields ? 'given_name' as named, avatar from contacts
      where workspace_id = ${workspaceId} and id = ${contactId} for no key update`.execute(tx)
    const [known] = rows
    if (!known) return
    if (picture) {
      await saveBucketFile(platform, tx, { bucket: 'avatars', name: 'avatar', ...picture }, picture.bytes)
      await sql`delete from storage.objects where bucket_id = 'avatars' and name = ${known.avatar}`.execute(tx)
    }
    const name = profileName && !known.named ? profileName : known.name
    const fields = JSON.stringify(profile?.fields ?? {}).replaceAll('\\u0000', '')
    await sql`update contacts set name = ${name}, avatar = coalesce(${picture?.key ?? null}, avatar), fields = fields || ${fields}::jsonb,
        profile_at = ${platform.clock.now()} where workspace_id = ${workspaceId} and id = ${contactId}`.execute(tx)
    if (name !== known.name)
      await sql`update conversations set contact_name = ${name}
        where workspace_id = ${workspaceId} and contact_id = ${contactId}`.execute(tx)
  })
}

async function copyPicture(platform: Platform, workspaceId: string, url: string): Promise<Picture | undefined> {
  try {
    const { body } = await platform.outside.fetch({ url, maxBytes: maxPictureSize })
    const mime = (await fileTypeFromBuffer(body))?.mime ?? ''
    if (!pictureTypes.includes(mime)) return undefined
    const bytes = await saveBytes(platform, Readable.from([body]), maxPictureSize)
    return { key: `${workspaceId}/${newId()}`, mime, bytes }
  } catch (error) {
    platform.log.debug({ error }, 'A picture of a customer could not be copied')
    return undefined
  }
}
