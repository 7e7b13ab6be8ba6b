// Lives through the weeks before the demo's today with a moved clock, only by public APIs, so that all figures match the facts.
import { nameAccounts } from '../shop-accounts.ts'
import { equipShop } from './equip-shop.ts'
import { runConversation } from './run-conversation.ts'
import { inviteColleagues, openShop, type Staff } from './people.ts'
import { type Past, pass, runTimers } from './shop-of-the-past.ts'
import { timetable } from './timetable.ts'

export type Lived = { talks: number; seconds: number }

export async function liveWeeks(
  past: Past,
  {
    until,
    days,
    perDay,
    report = () => {},
  }: { until: Date; days: number; perDay: number; report?: (text: string) => void },
): Promise<Lived> {
  const began = performance.now()
  const { clock } = past.platform
  nameAccounts(past.messenger, past.zalo)
  const owner = await openShop(past)
  const { widget } = await equipShop(past, owner)
  const staff = await inviteColleagues(past, owner)
  const planned = timetable(until, days, perDay).filter(one => one.at > clock.now())
  let day = ''
  for (const one of planned) {
    await pass(past, one.at.getTime() - clock.now().getTime())
    const today = clock.now().toISOString().slice(0, 10)
    if (today !== day) {
      await runTimers(past)
      if (day !== '') await tidyUp(past, staff)
      day = today
      report(`  ${today}`)
    }
    await runConversation(past, staff, widget, one)
  }
  await pass(past, until.getTime() - clock.now().getTime())
  await runTimers(past)
  return { talks: planned.length, seconds: Math.round((performance.now() - began) / 1000) }
}

async function tidyUp({ platform }: Past, { ngoc, owner, tu }: Staff): Promise<void> {
  const old = new Date(platform.clock.now().getTime() - 18 * 3_600_000).toISOString()
  const left = await ngoc.rows<{ id: string }>(
    `conversations?select=id&status=eq.open&last_message_at=lt.${old}&limit=50`,
  )
  for (const { id } of left) await ngoc.act('POST', `/conversations/${id}/close`)
  for (const one of [ngoc, owner, tu]) await one.act('POST', '/notifications/read', { all: true })
}
