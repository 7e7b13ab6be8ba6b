import type { FastifyRequest } from 'fastify'
import { days, hours, minutes } from '#platform/clock.ts'
import { outsideTransaction } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import { checkHuman, humanCheckKind } from '#platform/http/human-check.ts'
import { drawInMemory } from '#platform/limits/memory-limit.ts'
import { identifiesNobody, peerOf } from '#platform/http/peer.ts'
import type { Platform } from '#platform/platform.ts'
import type { Limit } from '#platform/limits/rate-limit.ts'

// A forged origin can open any number of sessions and use up the plan, so in a burst each one needs a human check.

type Kind = 'sessions' | 'messages' | 'files'

/** Without a check: per address and shop, and per shop. */
const calm: Record<Kind, { address: Limit; shop: Limit }> = {
  sessions: { address: { max: 20, windowMs: minutes(1) }, shop: { max: 120, windowMs: minutes(1) } },
  messages: { address: { max: 6, windowMs: minutes(1), burst: 12 }, shop: { max: 60, windowMs: minutes(1) } },
  files: { address: { max: 6, windowMs: minutes(10) }, shop: { max: 30, windowMs: minutes(10) } },
}
/** Even with checks, per address and shop: a machine can pass some. */
const hardLimits: Record<Kind, Limit> = {
  sessions: { max: 300, windowMs: hours(1) },
  messages: { max: 200, windowMs: hours(1), burst: 40 },
  files: { max: 40, windowMs: days(1), burst: 20 },
}
const filesOfShop = { max: 300, windowMs: hours(1) }
const refusals = { max: 20, windowMs: minutes(10) }

const header = 'x-human-check'

export type Shop = { key: string; channel?: { id: string; workspaceId: string } }

/** @throws widget.human_needed; request.too_many */
export async function admitVisitor(platform: Platform, request: FastifyRequest, shop: Shop, kind: Kind): Promise<void> {
  // An address shared by all visitors has no upper limit.
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
    drawInMemory(platform, `widget most ${kind}:${at}`, hardLimits[kind])
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

function recordRefusal(platform: Platform, { key, channel }: Shop): void {
  if (!channel || mayDraw(platform, `widget refusals:${key}`, refusals)) return
  if (!mayDraw(platform, `widget crowded:${key}`, { max: 1, windowMs: days(1) })) return
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
