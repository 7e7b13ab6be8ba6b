import type { Sending } from '#features/channels/sending/sending.ts'
import type { Platform } from '#platform/platform.ts'
import { messagingWindow } from '#shared/rules/time/messaging-window.ts'
import type { Head } from './head-message.ts'

export type HeldReason =
  | 'window_closed'
  | 'confirmation_needed'
  | 'channel'
  | 'taken_over'
  | 'bot_off'
  | 'quota'
  | 'paid_limit'
export type Permission =
  /** `fromCeiling`: to be taken from what the bot may pay in a month */
  { permit: Sending['permit']; route?: string | null; fromCeiling?: boolean } | { held: HeldReason } | { wait: Date }

/** Rechecks pauses in the sending transaction, in case a person stepped in. The hand-over's own announcement still goes. */
export function maySend(platform: Platform, head: Head): Permission {
  const now = platform.clock.now()
  if (head.channel_status !== 'connected' && head.channel_status !== 'paused') return { held: 'channel' }
  if (head.author !== 'member' && !head.by_hand && !head.origin) {
    if (head.workspace_off) return { held: 'bot_off' }
    const silenced = head.bot_off && head.bot_off_by !== 'hand_over'
    if (head.person_spoke || silenced) return { held: 'taken_over' }
    if (head.bot_held_until && head.bot_held_until > now) return { wait: head.bot_held_until }
  }
  const isAgreed = head.by_hand && head.may_cost
  const freeReplies = platform.config.ZALO_FREE_REPLIES
  const answer = messagingWindow({
    kind: head.kind,
    lastInteraction: head.last_interaction,
    adEntry: head.ad_entry_at,
    author: head.author,
    humanAgent: platform.config.FACEBOOK_HUMAN_AGENT,
    paidConfirmed: head.may_cost,
    freeLeft: freeReplies === 0 || head.origin ? null : freeReplies - head.since_act,
    botPays: !head.origin && (head.has_ceiling || isAgreed),
    now,
  })
  if (!answer.allowed) return { held: answer.reason }
  const { permit } = answer
  return { permit, fromCeiling: permit === 'paid' && head.author !== 'member' && !isAgreed }
}
