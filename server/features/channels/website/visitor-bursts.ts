import type { FastifyRequest } from 'fastify'
import { days, hours, minutes } from '#platform/clock.ts'
import { outsideTransaction } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import { checkHuman, humanCheckKind } from '#platform/http/human-check.ts'
import { drawInMemory } from '#platform/limits/memory-limit.ts'
import { peerOf } from '#platform/http/peer.ts'
import type { Platform } from '#platform/platform.ts'
import type { Limit } from '#platform/limits/rate-limit.ts'
import { identifiesNobody } from './visitor-limits.ts'

// Whoever forges the origin of a shop's page opens as many sessions as they like, and each may write: so much that the plan is used
// up. What comes calmly is taken as it is; in a burst each session, message and file costs its sender a human check.

type Kind = 'sessions' | 'messages' | 'files'

/** Taken without a check: from one address at one shop, and from all addresses together. */
const calm: Record<Kind, { address: Limit; shop: Limit }> = {
  sessions: { address: { most: 20, windowMs: minutes(1) }, shop: { most: 120, windowMs: minutes(1) } },
  messages: { address: { most: 6, windowMs: minutes(1), burst: 12 }, shop: { most: 60, windowMs: minutes(1) } },
  files: { address: { most: 6, windowMs: minutes(10) }, shop: { most: 30, windowMs: minutes(10) } },
}
/** Taken at all, checked or not, from one address at one shop: a check costs a machine a little, and a plan is worth more. */
const most: Record<Kind, Limit> = {
  sessions: { most: 300, windowMs: hours(1) },
  messages: { most: 200, windowMs: hours(1), burst: 40 },
  files: { most: 40, windowMs: days(1), burst: 20 },
}
const filesOfShop = { most: 300, windowMs: hours(1) }
/** So many refusals are worth the owner's attention: a full waiting room has some. */
const refusals = { most: 20, windowMs: minutes(10) }

const header = 'x-human-check'

/** Which shop's chat it is; the channel where it is known. */
export type Shop = { key: string; channel?: { id: string; workspaceId: string } }

/**
 * Lets one more thing of a visitor in. In a burst it must come with a human check, which is good once.
 * @throws widget.human_needed; request.too_many
 */
export async function admitVisitor(platform: Platform, request: FastifyRequest, shop: Shop, kind: Kind): Promise<void> {
  // An address that tells nobody apart has a calm time like any other, and no end: behind it may be all of a shop's visitors.
  const peer = identifiesNobody(request.ip) ? undefined : peerOf(request.ip)
  const at = `${shop.key}:${peer ?? 'unknown'}`
  if (humanCheckKind(platform.config) !== 'off' && !isCalm(platform, shop, at, kind)) {
    const given = String(request.headers[header] ?? '')
    if ((await checkHuman(platform, given, request.ip, 'burst')) !== 'passed') {
      recordRefusal(platform, shop)
      throw failure('widget.human_needed')
    }
  }
  if (kind === 'files') drawInMemory(platform, `widget files of shop:${shop.key}`, filesOfShop)
  if (peer === undefined) return
  try {
    drawInMemory(platform, `widget most ${kind}:${at}`, most[kind])
  } catch (error) {
    recordRefusal(platform, shop)
    throw error
  }
}

function isCalm(platform: Platform, { key }: Shop, at: string, kind: Kind): boolean {
  try {
    drawInMemory(platform, `widget calm ${kind}:${at}`, calm[kind].address)
    drawInMemory(platform, `widget calm ${kind} of shop:${key}`, calm[kind].shop)
    return true
  } catch {
    return false
  }
}

/** Tells the shop when it happens often, at most once a day. Never fails, waits for nothing. */
function recordRefusal(platform: Platform, { key, channel }: Shop): void {
  if (!channel || mayDraw(platform, `widget refusals:${key}`, refusals)) return
  if (!mayDraw(platform, `widget crowded:${key}`, { most: 1, windowMs: days(1) })) return
  const payload = { workspace_id: channel.workspaceId, channel_id: channel.id }
  outsideTransaction(() =>
    platform.db.asService(channel.workspaceId, tx => platform.jobs.emit(tx, 'channel.crowded', payload)),
  ).catch((error: unknown) => platform.log.warn({ error }, 'A shop could not be told of a burst'))
}

function mayDraw(platform: Platform, who: string, limit: Limit): boolean {
  try {
    drawInMemory(platform, who, limit)
    return true
  } catch {
    return false
  }
}
