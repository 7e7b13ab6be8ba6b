import { setTimeout as wait } from 'node:timers/promises'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { connectScripted, deliver, scriptedKind } from '#tests/fixtures/scripted-kind.ts'
import type { TestWorkspace } from '#tests/fixtures/workspace.ts'

const everyMs = 500
const maxMs = 60_000

export type Refusals = {
  /** ms from the webhook with a customer's `TC` to the call that confirms it, of a new customer each, until `work` is over */
  during(work: Promise<unknown>): Promise<number[]>
}

/** On a Messenger account of the shop's, whose platform answers at once. */
export async function openRefusals(platform: Platform, workspaceId: string): Promise<Refusals> {
  const kind = scriptedKind('facebook')
  const { accountId } = await connectScripted(platform, { workspaceId } as TestWorkspace, kind)
  const confirmed = new Map<string, () => void>()
  kind.send = async (_platform, _channel, { to }) => {
    confirmed.get(to.userId)?.()
    return { outcome: 'sent', externalId: newId() }
  }
  async function refuse(): Promise<number> {
    const userId = newId()
    const isConfirmed = new Promise<void>(resolve => confirmed.set(userId, resolve))
    const began = performance.now()
    const message = { text: 'TC', attachments: [], time: platform.clock.now() }
    await deliver(platform, kind, accountId, [{ kind: 'message.in', userId, externalId: newId(), ...message }])
    const isLost = Symbol('lost')
    if ((await Promise.race([isConfirmed, wait(maxMs, isLost, { ref: false })])) === isLost)
      throw new Error('A refusal was not confirmed within a minute.')
    return performance.now() - began
  }
  return {
    async during(work) {
      let isOver = false
      const end = work.finally(() => (isOver = true))
      const all: Promise<number>[] = []
      while (!isOver) {
        all.push(refuse())
        await Promise.race([end, wait(everyMs)])
      }
      return Promise.all(all)
    },
  }
}
