import type { Staff } from './people.ts'
import { type Past, pass } from './shop-of-the-past.ts'
import type { MemberAction } from './talks.ts'

type Context = { past: Past; staff: Staff; id: string }

const ways: {
  [name in MemberAction['do']]: (context: Context, action: Extract<MemberAction, { do: name }>) => Promise<unknown>
} = {
  async reply({ past, staff, id }, { text, afterMinutes }) {
    await pass(past, afterMinutes * 60_000)
    const who = text.includes('Tú') ? staff.tu : text.includes('Ngọc') ? staff.ngoc : staff.owner
    await who.act('POST', `/conversations/${id}/reply`, { text })
  },
  tag: ({ staff, id }, { tag }) => staff.owner.act('POST', `/conversations/${id}/tags`, { add: [tag] }),
  note: ({ staff, id }, { text }) => staff.ngoc.act('POST', `/conversations/${id}/notes`, { text, mentions: [] }),
  assign: ({ staff, id }, { to }) =>
    staff.owner.act('POST', `/conversations/${id}/assign`, { person_id: staff[to].personId }),
  async close({ past, staff, id }) {
    await pass(past, 5 * 60_000)
    await staff.ngoc.act('POST', `/conversations/${id}/close`)
  },
  snooze: ({ past, staff, id }, { hours }) =>
    staff.tu.act('POST', `/conversations/${id}/snooze`, {
      until: new Date(past.platform.clock.now().getTime() + hours * 3_600_000).toISOString(),
    }),
  async praise({ staff, id }) {
    const [answer] = await staff.owner.rows<{ id: string }>(
      `answers?select=id&conversation_id=eq.${id}&act=eq.answer&order=created_at&limit=1`,
    )
    if (answer) await staff.owner.act('POST', `/answers/${answer.id}/like`)
  },
  pause: ({ staff, id }) => staff.tu.act('POST', `/conversations/${id}/pause-bot`, {}),
}

export async function doMemberAction(past: Past, staff: Staff, id: string, action: MemberAction): Promise<void> {
  const way = ways[action.do] as (context: Context, action: MemberAction) => Promise<unknown>
  await way({ past, staff, id }, action)
}
