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

/** Other people than those of the simulators, on whose pages a developer writes. */
export function userOfPast(platform: 'facebook' | 'zalo', customer: number): string {
  const number = String(customer).padStart(4, '0')
  return platform === 'facebook' ? `2468100000000${number}` : `770100000000000${number}`
}

async function begin(
  past: Past,
  widget: string,
  { source, talk, customer }: Planned,
): Promise<(text: string) => Promise<unknown>> {
  const [given, before] = customers[customer % customers.length] ?? ['Khách', '']
  if (source === 'website') {
    const visitor = await openVisitor(past.url, { widget, origin: past.shopPage, locale: talk.locale })
    return text => visitor.say(text)
  }
  if (source === 'facebook') {
    const user = userOfPast('facebook', customer)
    await control(past.messenger.url, 'load', { users: [{ id: user, first_name: before, last_name: given }] })
    return text => control(past.messenger.url, 'user-message', { page, user, text })
  }
  const user = userOfPast('zalo', customer)
  await control(past.zalo.url, 'load', { users: [{ id: user, name: `${before} ${given}`.trim() }] })
  return text => past.zalo.acts.say({ user, text })
}

export async function control(simulator: string, name: string, body: object): Promise<void> {
  const answer = await fetch(`${simulator}/__sim/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`The simulator answered ${answer.status}: ${await answer.text()}`)
}
