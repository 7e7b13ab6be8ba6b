// A platform that does what a test says, for tests of what is the same for all channels.
import { sql } from 'kysely'
import { acceptHook } from '#features/channels/accept-hook.ts'
import type { ChannelKind, PlatformKindName } from '#features/channels/channel.ts'
import type { ChannelEvent } from '#features/channels/channel-events.ts'
import { kinds } from '#features/channels/kinds.ts'
import type { Sending, SendOutcome } from '#features/channels/sending.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { TestWorkspace } from './workspace.ts'

export type ScriptedKind = ChannelKind & {
  /** what was sent, in order */
  calls: Sending[]
  /** what the next sends come to; without one they are sent as 'p1', 'p2', … */
  outcomes: ((sending: Sending) => Promise<SendOutcome> | SendOutcome)[]
  history: ChannelEvent[]
}

/** Stands in for a kind in this process. */
export function scriptedKind(name: PlatformKindName = 'facebook', echoesMetadata = name === 'facebook'): ScriptedKind {
  const calls: Sending[] = []
  const outcomes: ScriptedKind['outcomes'] = []
  const kind: ScriptedKind = {
    name,
    calls,
    outcomes,
    history: [],
    echoesMetadata,
    verify: (_config, { headers }) => headers['x-signature'] === 'good',
    split(_config, { body }) {
      try {
        return (JSON.parse(body.toString()) as Wire[]).map(one => ({
          accountId: one.account,
          externalId: one.id,
          thread: one.event.userId,
          raw: JSON.stringify(one.event),
        }))
      } catch {
        return []
      }
    },
    read(_config, { raw }) {
      const event = JSON.parse(raw) as ChannelEvent & { watermark?: string }
      const time = event.time === null ? null : new Date(event.time)
      return [{ ...event, time, ...(event.watermark && { watermark: new Date(event.watermark) }) } as ChannelEvent]
    },
    async send(_platform, _channel, sending) {
      calls.push(sending)
      const next = outcomes.shift()
      return next ? next(sending) : { outcome: 'sent', externalId: `p${calls.length}` }
    },
    fetchProfile: async () => null,
    placeholderName: userId => `Khách ·${userId.slice(-4)}`,
    checkHealth: async () => ({
      token: { state: 'valid', since: null, expires_at: null },
      subscription: null,
      threadOwner: null,
      findings: [],
    }),
    repair: async () => false,
    async *backfill() {
      yield* kind.history
    },
    disconnect: async () => {},
    readPasted: async (_platform, { accountId, token }) => ({ name: `Shop ${accountId}`, secrets: { token } }),
  }
  kinds[name] = kind
  return kind
}

type Wire = { account: string; id: string; event: ChannelEvent }

/** A connected channel of the scripted kind. */
export async function connectScripted(
  platform: Platform,
  workspace: TestWorkspace,
  kind: ScriptedKind,
  accountId = `acc-${newId()}`,
): Promise<{ id: string; accountId: string }> {
  const id = newId()
  await platform.db.asService(workspace.workspaceId, tx =>
    sql`insert into channels (id, workspace_id, kind, account_id, name, status, created_at)
      values (${id}, ${workspace.workspaceId}, ${kind.name}, ${accountId}, 'Tiệm Gốm', 'connected', ${platform.clock.now()})`.execute(
      tx,
    ),
  )
  return { id, accountId }
}

/** One signed webhook call with these events. */
export function deliver(
  platform: Platform,
  kind: ScriptedKind,
  account: string,
  events: (ChannelEvent & { hookId?: string })[],
): Promise<void> {
  const wire: Wire[] = events.map(({ hookId, ...event }) => ({
    account,
    id: hookId ?? ('externalId' in event ? `${event.kind} ${event.externalId}` : newId()),
    event: event as ChannelEvent,
  }))
  const body = Buffer.from(JSON.stringify(wire))
  return acceptHook(platform, kind, { body, headers: { 'x-signature': 'good' } })
}
