import { openVisitor } from '#dev/visitor-client.ts'
import { pageId as page } from '#dev/shop-accounts.ts'
import { doMemberAction } from './member-actions.ts'
import type { Staff } from './people.ts'
import type { Planned } from './timetable.ts'
import { type Past, pass, settle } from './shop-of-the-past.ts'
import { customers } from './talks.ts'

export async function runConversation(past: Past, staff: Staff, widget: string, planned: Planned): Promise<void> {
  const { talk } = planned
  const say = await begin(past, widget, planned)
  for (const [index, line] of talk.lines.entries()) {
    await say(line)
    await settle(past)
    const chance = (planned.at.getTime() / 1000 + index * 37) % 11
    await pass(past, (planned.source === 'website' ? 1000 : 3200) + chance * 460)
    if (index < talk.lines.length - 1) await pass(past, 20_000 + chance * 4000)
  }
  const [conversation] = await staff.owner.rows<{ id: string }>(
    'conversations?select=id&order=last_inbound_at.desc.nullslast&limit=1',
  )
  if (!conversation) throw new Error('A talk left no conversation.')
  for (const action of talk.actions ?? []) await doMemberAction(past, staff, conversation.id, action)
  await settle(past)
}

async function begin(
  past: Past,
  widget: string,
  { source, talk, customer }: Planned,
): Promise<(text: string) => Promise<unknown>> {
  const [given, before] = customers[customer % customers.length] ?? ['Khách', '']
  const number = String(customer).padStart(4, '0')
  if (source === 'website') {
    const visitor = await openVisitor(past.url, { widget, origin: past.shopPage, locale: talk.locale })
    return text => visitor.say(text)
  }
  if (source === 'facebook') {
    const user = `2468000000000${number}`
    await control(past.messenger.url, 'load', { users: [{ id: user, first_name: before, last_name: given }] })
    return text => control(past.messenger.url, 'user-message', { page, user, text })
  }
  const user = `770000000000000${number}`
  await control(past.zalo.url, 'load', { users: [{ id: user, name: `${before} ${given}`.trim() }] })
  return text => past.zalo.acts.say({ user, text })
}

async function control(simulator: string, name: string, body: object): Promise<void> {
  const answer = await fetch(`${simulator}/__sim/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`The simulator answered ${answer.status}: ${await answer.text()}`)
}
