import { sql } from 'kysely'
import { reserve } from '#features/usage/reserve.ts'
import { after, hours, seconds } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { StepOf } from '#shared/contracts/campaigns/sequences.contract.ts'
import { paidWays } from '#shared/rules/campaigns/paid-ways.ts'
import type { Reason } from '#shared/rules/campaigns/send-question.ts'
import type { RouteName } from '#shared/rules/campaigns/send-question.ts'
import { paidRoute } from '#shared/rules/campaigns/sending-routes.ts'
import { languages } from '#shared/words.ts'
import { channelNow, slotsOn } from '../sending/channel-slots.ts'
import type { Plan } from '../audience/ask-rules.ts'
import { readShop } from '../audience/contact-facts.ts'
import { askAgainAfter } from '../sending/make-message.ts'
import { insertContacts } from '../audience/insert-contacts.ts'
import { type Judged, judge } from '../audience/members.ts'
import { waitForCampaign } from '../marketing/message-campaign.ts'
import { readTemplate, templateRoutes } from '../templates/template-plan.ts'
import { UsedUp, writeMessage } from '../sending/write-message.ts'
import { hadStep } from './had-step.ts'
import { moveOn, type Run, waitAtStep } from './run-row.ts'
import { leftOfSequence, takeOfSequence } from './step-money.ts'

const textRoutes: RouteName[] = ['website.chat', 'facebook.response', 'zalo.consultation']
const notApproved: Reason = 'template_not_approved'
const hasIt: Reason = 'reached_already'
export const recheckAfter = { replies: seconds(1), sending: seconds(2) }

/** Costs are confirmed, and the run's own reservations do not count again; undefined: the template is gone. */
export async function planOfStep(tx: Tx, run: Run, step: StepOf<'message'>, now: Date): Promise<Plan | undefined> {
  const { purpose, texts, fallback, template: chosen, marketing, max_each: confirmed = null } = step
  const routesOfText: RouteName[] = marketing ? [...textRoutes, paidRoute] : textRoutes
  const row = chosen ? await readTemplate(tx, run.workspace_id, chosen.id) : undefined
  if (chosen && !row) return undefined
  const written = languages.flatMap(language => (texts[language] ? [[language, texts[language]] as const] : []))
  const left = confirmed ? (await leftOfSequence(tx, run, now)) + run.cost : 0
  return {
    ...{ purpose, cost: { confirmed, left }, deadline: null, stopped: false },
    routes: row ? templateRoutes[row.kind] : routesOfText,
    ...(!row && !paidWays(step).zalo && { freeOn: ['zalo'] as const }),
    template: chosen && row ? { row, values: chosen.values } : undefined,
    content: { texts: Object.fromEntries(written), fallback },
  }
}

export function limitOf({ since }: Run, { within_hours: limit }: StepOf<'message'>, now: Date): Date {
  return after(since ?? now, hours(limit))
}

export type Step = { run: Run; step: StepOf<'message'>; next: string | undefined }

/** The caller has locked all rows of the customer. */
export async function sendStep(platform: Platform, tx: Tx, { run, step, next }: Step): Promise<void> {
  const { workspace_id: workspaceId, customer_id: customerId } = run
  const now = platform.clock.now()
  const shop = { ...(await readShop(tx, workspaceId, now)), workspaceId }
  const limit = limitOf(run, step, now)
  const had = await hadStep(tx, run, step.id)
  if (had === 'sending') return waitAtStep(tx, run, { until: after(now, recheckAfter.sending), now })
  if (had) return moveOn(platform, tx, run, { did: 'skipped', why: hasIt }, next)
  const plan = await planOfStep(tx, run, step, now)
  // The template was withdrawn: runs keep their place, in case it is approved again.
  if (!plan || (plan.template && plan.template.row.state !== 'approved'))
    return now < limit
      ? waitAtStep(tx, run, { until: earlier(limit, after(now, askAgainAfter)), now, reason: notApproved })
      : skip(platform, tx, { run, step, next }, notApproved)
  const [judged] = await judge(platform.config, tx, shop, () => plan, [customerId], now)
  const { is, at, reasons } = judged?.asked.answer ?? { is: 'no' as const, at: undefined, reasons: [] }
  if (!judged || is === 'no') return skip(platform, tx, { run, step, next }, reasons[0] ?? 'no_number')
  if (now >= limit) return skip(platform, tx, { run, step, next }, reasons[0] ?? 'deadline')
  if (is === 'at') {
    const until = earlier(limit, at ?? after(now, askAgainAfter))
    return waitAtStep(tx, run, { until, now, reason: reasons[0] ?? null })
  }
  const { rows } = await channelNow(workspaceId, judged.facts.channel_id, now).execute(tx)
  const [channel] = rows
  if (channel?.reply_waits) return waitAtStep(tx, run, { until: after(now, recheckAfter.replies), now })
  if (!channel || slotsOn(platform.config, channel) <= 0)
    return waitAtStep(tx, run, { until: after(now, recheckAfter.sending), now })
  const name = await nameFor(platform, tx, run, judged)
  if (name) return waitAtStep(tx, run, { ...name, until: earlier(limit, name.until), now })
  // Numbers of another customer: nobody gets it twice.
  if ((await insertContacts(tx, workspaceId, [judged.facts], now)).size > 0)
    return skip(platform, tx, { run, step, next }, hasIt)
  await make(platform, tx, { run, step, next }, judged, limit)
}

export async function nameFor(
  platform: Platform,
  tx: Tx,
  { workspace_id: workspaceId, sequence_id: sequenceId }: Run,
  { facts, asked: { answer } }: Pick<Judged, 'facts'> & { asked: Pick<Judged['asked'], 'answer'> },
): Promise<{ until: Date; reason: string | null } | undefined> {
  if (answer.route !== paidRoute) return undefined
  return waitForCampaign(platform, tx, { workspaceId, sequenceId, channelId: facts.channel_id })
}

const earlier = (one: Date, other: Date) => (one < other ? one : other)

async function make(platform: Platform, tx: Tx, { run, step, next }: Step, { facts, asked }: Judged, limit: Date) {
  const { id, workspace_id: workspaceId, customer_id: customerId, sequence_id: sequenceId } = run
  const now = platform.clock.now()
  const ref = newId()
  const about = { ref, workspaceId, customerId, purpose: step.purpose, sendBefore: limit, clientId: `s:${ref}` }
  const writing = { ...about, origin: 'sequence', originId: sequenceId } as const
  const { answer, text, template } = asked
  const message = await writeMessage(platform, tx, writing, { facts, text, template, answer })
  const isSent = message.status === 'sent'
  const price = answer.cost.amount ?? 0
  await sql`update private.sequence_runs set since = ${run.since ?? now}, reason = null, send_ref = ${ref}, message_id = ${message.id},
      contact_id = ${facts.contact_id}, cost = ${price}, next_at = null,
      sent_at = case when ${isSent} then ${now} else sent_at end
    where workspace_id = ${workspaceId} and id = ${id}`.execute(tx)
  if (isSent) await moveOn(platform, tx, run, { did: 'sent' }, next)
  // Rows shared by many are locked last.
  if (!(await reserve(platform, tx, workspaceId, 'campaigns'))) throw new UsedUp('no plan')
  if (price > 0 && !(await takeOfSequence(tx, run, price, now))) throw new UsedUp('no money')
}

async function skip(platform: Platform, tx: Tx, { run, step, next }: Step, why: string): Promise<void> {
  if (step.otherwise === 'end') await moveOn(platform, tx, run, { did: 'skipped', why }, undefined, 'not_sent')
  else await moveOn(platform, tx, run, { did: 'skipped', why }, next)
}

/** @returns false: the message is gone and must be recreated */
export async function settleStep(platform: Platform, tx: Tx, step: Step): Promise<boolean> {
  const { run, next } = step
  const { workspace_id: workspaceId, id, message_id: messageId } = run
  const { rows } = await sql<{
    status: string
    error_code: string | null
    looks: boolean
  }>`select status, error_code, check_at is not null as looks
    from messages where workspace_id = ${workspaceId} and id = ${messageId}`.execute(tx)
  const [message] = rows
  if (!message || message.status === 'held') return false
  const { status } = message
  if (status === 'failed') await skip(platform, tx, step, message.error_code ?? 'failed')
  else if (['sent', 'delivered', 'read'].includes(status)) await moveOn(platform, tx, run, { did: 'sent' }, next)
  else if (status === 'unsure' && !message.looks) await moveOn(platform, tx, run, { did: 'unsure' }, next)
  else
    await sql`update private.sequence_runs set next_at = null where workspace_id = ${workspaceId} and id = ${id}`.execute(
      tx,
    )
  return true
}
