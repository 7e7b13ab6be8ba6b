import { sql } from 'kysely'
import { settleIntent } from '#features/intents/settle-intent.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Platform } from '#platform/platform.ts'

export const askedFor = {
  order: 'lấy cho em 2 hộp trà gừng nhé',
  booking: 'cho chị đặt lịch gội bầu 15h hôm nay nha',
}

/** As a person presses it; undefined if they asked for nothing of that kind. */
export async function confirmOpen(
  platform: Platform,
  admin: Caller,
  { channelId, who, what }: { channelId: string; who: string; what: string },
): Promise<object | undefined> {
  const { rows } = await platform.db.asService(admin.workspaceId, tx =>
    sql<{
      id: string
    }>`select i.id from intents i join contacts k on k.workspace_id = i.workspace_id and k.id = i.contact_id
      where k.channel_id = ${channelId} and k.external_id = ${who} and i.kind = ${what} and i.state = 'open'`.execute(
      tx,
    ),
  )
  if (!rows[0]) return undefined
  await settleIntent(platform, admin, { id: rows[0].id, act: 'confirm', text: 'Dạ vâng ạ', may_cost: false })
  return {}
}
