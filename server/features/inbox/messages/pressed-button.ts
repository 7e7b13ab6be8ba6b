import { type RawBuilder, sql } from 'kysely'
import type { SendingButton } from '#features/channels/sending/sending.ts'
import { after, days } from '#platform/clock.ts'
import type { SentButton } from '#shared/rules/campaigns/campaign-buttons.ts'

export const pressedWithin = days(7)

export function pressable(messageId: string, buttons: readonly SentButton[]): SendingButton[] {
  return buttons.map((button, at) =>
    button.is === 'link'
      ? { title: button.title, url: button.url }
      : { title: button.title, payload: `button:${messageId}:${at + 1}` },
  )
}

/** Matched by its mark or, where a platform has none, by text or number in the very next message. */
export function pressedButton(workspaceId: string, messageId: string, now: Date): RawBuilder<{ button: SentButton }> {
  return sql<{ button: SentButton }>`select b.button from messages i
    join messages m on m.workspace_id = i.workspace_id and m.conversation_id = i.conversation_id and m.buttons <> '[]' and m.seq < i.seq
      and m.created_at > ${after(now, -pressedWithin)} and m.status not in ('queued', 'held', 'failed')
    cross join lateral jsonb_array_elements(m.buttons) with ordinality b (button, place)
    where i.workspace_id = ${workspaceId} and i.id = ${messageId} and b.button ->> 'is' <> 'link' and (
      i.payload = 'button:' || m.id || ':' || b.place
      or (i.payload is null and length(i.text) < 60 and (lower(btrim(i.text)) = lower(b.button ->> 'title')
          or (btrim(i.text, ' .)') = b.place::text and position(b.place || '. ' || (b.button ->> 'title') in m.text) > 0))
        and not exists (select from messages o where o.workspace_id = i.workspace_id and o.conversation_id = i.conversation_id
          and o.seq > m.seq and o.seq < i.seq)))
    order by m.seq desc limit 1`
}
