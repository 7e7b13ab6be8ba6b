import { after, minutes } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'
import type { Finding, FindingCode, TokenHealth } from '#shared/contracts/channels/channels.contract.ts'
import { type Channel, type HealthReport } from '../../channel.ts'
import { callZalo, dataOf } from '../call-zalo.ts'
import { lastCustomerMessageAt } from '../messages/read-history.ts'
import { readPair, type TokenPair } from './token-pair.ts'
import { findingOf, type ZaloAnswer } from '../zalo-answers.ts'

const slackMs = minutes(5)
const silent = 'zalo.webhook_silent'

export async function checkHealth(platform: Platform, channel: Channel): Promise<HealthReport> {
  const answer = await callZalo(platform, channel, { path: '/v2.0/oa/getoa' })
  const pair = await platform.db.asService(channel.workspaceId, tx => readPair(platform, tx, channel))
  const account = dataOf(answer)
  const findings = account ? findingsOf(account) : findingsOfFailure(answer)
  if (pair?.refresh === '') findings.push({ code: 'zalo.no_refresh_token', level: 'warning', repair: 'reconnect' })
  if (account && (await missesEvents(platform, channel)))
    findings.push({ code: silent, level: 'error', repair: 'repair' })
  return { token: tokenHealth(platform, pair, answer), subscription: null, threadOwner: 'us', findings }
}

/** Zalo cannot list subscriptions: only a missing event shows that they stopped. */
async function missesEvents(platform: Platform, channel: Channel): Promise<boolean> {
  const lastAt = await lastCustomerMessageAt(platform, channel)
  if (!lastAt || lastAt > after(platform.clock.now(), -slackMs)) return false
  return lastAt > after(channel.lastInAt ?? new Date(0), slackMs)
}

function findingsOf(account: Record<string, unknown>): Finding[] {
  return account['is_verified'] === false
    ? [{ code: 'zalo.account_not_verified', level: 'info', repair: 'platform' }]
    : []
}

function findingsOfFailure(answer: ZaloAnswer): Finding[] {
  if (answer.is === 'refused') return [findingOf(answer.error, answer.message)]
  if (answer.is === 'locked')
    return [{ code: answer.code, level: 'error', repair: repairOf(answer.code), detail: answer.detail }]
  return [{ code: 'zalo.unreachable', level: 'warning', repair: 'wait' }]
}

function tokenHealth(platform: Platform, pair: TokenPair | undefined, answer: ZaloAnswer): TokenHealth {
  if (!pair || answer.is === 'locked') return { state: 'dead', since: pair?.renewedAt ?? null, expires_at: null }
  const ends = { since: pair.renewedAt, expires_at: pair.expiresAt }
  if (answer.is !== 'done') return { state: 'unknown', ...ends }
  const isLate = pair.refresh === '' || new Date(pair.expiresAt) < platform.clock.now()
  return { state: isLate ? 'expiring' : 'valid', ...ends }
}

function repairOf(code: string): Finding['repair'] {
  return code === 'zalo.wrong_app' ? 'platform' : 'reconnect'
}

export async function repair(platform: Platform, channel: Channel, code: FindingCode): Promise<boolean> {
  if (code === silent) return true
  const pair = await platform.db.asService(channel.workspaceId, tx => readPair(platform, tx, channel))
  if (!pair) return false
  return (await callZalo(platform, channel, { path: '/v2.0/oa/getoa' })).is === 'done'
}
