import type { Conversation, Workspace } from '#web/data/wire-rows.ts'

/** Stored pauses end by themselves, so this depends on the clock. */
export type BotState =
  | { kind: 'on' }
  | { kind: 'held' }
  | { kind: 'off'; until: string | null; by: string | null }
  | { kind: 'shop-off' }

type State = Pick<Conversation, 'bot_status' | 'bot_off_by' | 'bot_off_until' | 'bot_held_until'>

export function botState(conversation: State, workspace: Pick<Workspace, 'bot_status'>, now: Date): BotState {
  if (workspace.bot_status === 'off') return { kind: 'shop-off' }
  const { bot_off_until: until, bot_held_until: heldUntil } = conversation
  if (conversation.bot_status === 'off' && (until === null || Date.parse(until) > now.getTime())) {
    return { kind: 'off', until, by: conversation.bot_off_by }
  }
  return heldUntil !== null && Date.parse(heldUntil) > now.getTime() ? { kind: 'held' } : { kind: 'on' }
}

export type Waiting = 'wants-person' | 'bot-unsure' | 'waits-for-you'

export function waitingFor(
  conversation: State & Pick<Conversation, 'waiting_since'>,
  bot: BotState,
): Waiting | undefined {
  if (conversation.waiting_since === null) return undefined
  if (conversation.bot_off_by === 'hand_over') return 'wants-person'
  return bot.kind === 'on' || bot.kind === 'held' ? 'bot-unsure' : 'waits-for-you'
}
