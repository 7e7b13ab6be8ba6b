import { sql } from 'kysely'
import { refuseTimeout } from '#features/customers/refuse-timeout.ts'
import { zoneOf } from '#features/customers/zone-of.ts'
import { numberIn } from '#features/channels/by-number.ts'
import type { Caller } from '#platform/http/caller.ts'
import { withinTimeOf } from '#platform/http/caller-time.ts'
import { after, days, seconds } from '#platform/clock.ts'
import { failure } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { BroadcastPreview } from '#shared/contracts/campaigns/broadcasts.results.ts'
import { linksIn, withLinks } from '#shared/rules/campaigns/campaign-links.ts'
import type { Reason } from '#shared/rules/campaigns/send-question.ts'
import { type Broadcast, planOf, readBroadcast } from '../broadcast-row.ts'
import { refuseIdleButtons, refuseUnready } from './drafts.ts'
import { sampleAddress } from '../links/count-links.ts'
import { refusePicture } from './picture.ts'
import {
  addPaidLater,
  addToPreview,
  costOf,
  countPaidLater,
  countReason,
  emptyPreview,
  type NamedPerson,
  type PaidLater,
  personOf,
} from './preview-tally.ts'
import { type ChannelShare, sendingTime } from './sending-time.ts'
import { offerPaid } from '../marketing/offer-paid.ts'
import { batchSize, yieldToOthers } from '../sending/yield-to-others.ts'
import { areMoreThan, judge, type Judged, type Members, readMembers, readUnreached } from '../audience/members.ts'
import { decidedAt, groupOf } from './two-texts.ts'
import { readShop, type ShopFacts } from '../audience/contact-facts.ts'

/** Counted while the person waits; larger groups by a job. */
const atOnce = 5000
export const defaultDeadline = days(1)

/** @throws broadcast.not_draft, segment.too_slow, and what `refuseUnready` throws */
export async function previewBroadcast(
  platform: Platform,
  { workspaceId, personId }: Caller,
  { id, confirmed }: { id: string; confirmed: boolean },
): Promise<{ preview_id: string; preview: BroadcastPreview }> {
  const now = platform.clock.now()
  const previewId = newId()
  const { audience } = await platform.db.asService(workspaceId, tx => readBroadcast(tx, workspaceId, id))
  const asking = { workspaceId, audience, now, zone: await zoneOf(platform, workspaceId) }
  // Before any lock: nobody waits for a slow group.
  const isLarge = await refuseTimeout(withinTimeOf(platform, personId, () => areMoreThan(platform, asking, atOnce)))
  const broadcast = await platform.db.asService(workspaceId, async tx => {
    const draft = await readBroadcast(tx, workspaceId, id, true)
    if (draft.status !== 'draft') throw failure('broadcast.not_draft')
    const shop = await readShop(tx, workspaceId, now)
    refuseUnready(draft, shop, now, confirmed)
    await refuseIdleButtons(tx, draft)
    await refusePicture(tx, draft)
    await sql`update broadcasts set preview_id = ${previewId}, preview_at = null, preview = ${JSON.stringify(emptyPreview(timeOf(draft, now)))}::jsonb
      where workspace_id = ${workspaceId} and id = ${id}`.execute(tx)
    if (isLarge)
      await platform.jobs.enqueue(tx, {
        kind: 'preview broadcast',
        key: `preview:${id}`,
        lane: `preview ${workspaceId}`,
        payload: { workspace_id: workspaceId, broadcast_id: id, preview_id: previewId },
      })
    return draft
  })
  if (isLarge) return { preview_id: previewId, preview: emptyPreview(timeOf(broadcast, now)) }
  return { preview_id: previewId, preview: await countAndSave(platform, broadcast, previewId) }
}

export async function countPreview(
  platform: Platform,
  asked: { workspace_id: string; broadcast_id: string; preview_id: string },
): Promise<void> {
  const { workspace_id: workspaceId, broadcast_id: id } = asked
  const broadcast = await platform.db.asService(workspaceId, async tx => {
    const { rows } = await sql`select from broadcasts where workspace_id = ${workspaceId} and id = ${id}
      and status = 'draft' and preview_id = ${asked.preview_id}`.execute(tx)
    return rows.length > 0 ? readBroadcast(tx, workspaceId, id) : undefined
  })
  if (broadcast) await countAndSave(platform, broadcast, asked.preview_id)
}

async function countAndSave(platform: Platform, broadcast: Broadcast, previewId: string): Promise<BroadcastPreview> {
  const { workspace_id: workspaceId } = broadcast
  const preview = await count(platform, broadcast, soFar => notifyProgress(platform, broadcast, previewId, soFar))
  await platform.db.asService(workspaceId, tx =>
    sql`update broadcasts set preview = ${JSON.stringify(preview)}::jsonb, preview_at = ${platform.clock.now()}
      where workspace_id = ${workspaceId} and id = ${broadcast.id} and status = 'draft' and preview_id = ${previewId}`.execute(
      tx,
    ),
  )
  return preview
}

function timeOf({ start_at: startAt }: Broadcast, now: Date): Date {
  return startAt && startAt > now ? startAt : now
}

const notifyEvery = seconds(1)

/** @returns false if the draft was changed or is being recounted */
async function notifyProgress(
  platform: Platform,
  { workspace_id: workspaceId, id }: Broadcast,
  previewId: string,
  total: number,
): Promise<boolean> {
  const { rows } = await platform.db.asService(workspaceId, tx =>
    sql`update broadcasts set preview = jsonb_set(preview, '{total}', to_jsonb(${total}::int))
      where workspace_id = ${workspaceId} and id = ${id} and status = 'draft' and preview_id = ${previewId} returning id`.execute(
      tx,
    ),
  )
  return rows.length > 0
}

type Counted = { all: Judged[]; unreached: NamedPerson[] } & Omit<Members, 'ids'>

async function count(
  platform: Platform,
  broadcast: Broadcast,
  isWanted: (soFar: number) => Promise<boolean>,
): Promise<BroadcastPreview> {
  const { workspace_id: workspaceId, audience } = broadcast
  const at = timeOf(broadcast, platform.clock.now())
  const preview = emptyPreview(at)
  const inChannels = new Map<string, ChannelShare>()
  const paidLater: PaidLater = new Map()
  let last: string | null = null
  let bound: string | undefined
  let reportedAt = performance.now()
  let shop: ShopFacts | undefined
  for (;;) {
    const began = performance.now()
    // One transaction per batch, so that counting delays no answers.
    const judged: Counted = await platform.db.scanAsService(async tx => {
      shop ??= await readShop(tx, workspaceId, at)
      const asking = { workspaceId, audience, now: at, zone: shop.zone }
      const { ids: members, ...to } = await readMembers(tx, asking, last, batchSize(platform), bound)
      const all = await judge(
        platform.config,
        tx,
        { ...shop, workspaceId },
        id => previewPlan(broadcast, at, id),
        members,
        at,
      )
      const unreached = await readUnreached(tx, workspaceId, members, all)
      return { all, unreached, ...to }
    })
    for (const one of judged.unreached) {
      preview.total++
      countReason(preview.never, 'no_number', one)
    }
    for (const one of judged.all) {
      preview.total++
      const isNow = one.asked.answer.is === 'now'
      const waits = shop && waitsFor(one, shop)
      if (waits) addPaidLater(paidLater, one, waits)
      else if (shop && isNow && shop.planLeft <= 0) countReason(preview.later, 'plan_quota', personOf(one))
      else if (shop && isNow && costOf(one) > shop.moneyLeft) countReason(preview.never, 'cost_limit', personOf(one))
      else addToPreview(preview, { ...one, unpriced: isUnpriced(broadcast, one) })
      if (shop) offerPaid(preview, platform.config, one, shop, previewPlan(broadcast, at, one.facts.customer_id), at)
      if (!isNow || !shop) continue
      if (shop.planLeft <= 0 || costOf(one) > shop.moneyLeft) continue
      shop = { ...shop, planLeft: shop.planLeft - 1, moneyLeft: shop.moneyLeft - costOf(one) }
      const channel = inChannels.get(one.facts.channel_id)
      inChannels.set(one.facts.channel_id, { kind: one.facts.kind, count: (channel?.count ?? 0) + 1 })
    }
    ;({ last, bound } = judged)
    if (last === null) break
    await yieldToOthers(platform, began)
    if (performance.now() - reportedAt < notifyEvery) continue
    reportedAt = performance.now()
    if (!(await isWanted(preview.total))) return emptyPreview(at)
  }
  if (shop) countPaidLater(preview, paidLater, shop.moneyLeft)
  const bySize = (a: { count: number }, b: { count: number }) => b.count - a.count
  for (const list of [preview.now, preview.later, preview.never]) list.sort(bySize)
  if (shop?.countsLinks) showShortLinks(platform, preview)
  preview.counts_links = shop?.countsLinks ?? false
  preview.ends_at = after(at, await sendingTime(platform, workspaceId, inChannels)).toISOString()
  return { ...preview, state: 'ready' }
}

/** Why they get it later, if that is paid from this month's budget: what is sent next month is not. */
function waitsFor(one: Judged, { planLeft, monthEnds }: ShopFacts): Reason | undefined {
  const { answer } = one.asked
  if (costOf(one) === 0) return undefined
  if (answer.is === 'now') return planLeft <= 0 ? 'plan_quota' : undefined
  return answer.at && answer.at >= monthEnds ? undefined : answer.reasons[0]
}

function isUnpriced({ template }: Broadcast, { facts }: Judged): boolean {
  if (facts.marketing?.estimate === null) return true
  if (template?.kind !== 'zalo') return false
  return (numberIn(facts.external_id) === undefined ? template.price_uid : template.price_phone) === null
}

function previewPlan(broadcast: Broadcast, at: Date, customerId: string) {
  const group = groupOf(broadcast, customerId)
  return {
    ...planOf(broadcast, group === 'rest' ? 'a' : group),
    cost: { confirmed: broadcast.max_each, left: Infinity },
    deadline: broadcast.deadline ?? after(decidedAt(broadcast, at) ?? at, defaultDeadline),
    stopped: false,
  }
}

function showShortLinks(platform: Platform, preview: BroadcastPreview): void {
  for (const sample of preview.samples) {
    const links = linksIn(sample.text)
    sample.text = withLinks(sample.text, link => (links.includes(link) ? sampleAddress(platform) : undefined))
  }
}
