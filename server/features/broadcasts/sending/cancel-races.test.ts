import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import { minutes, seconds } from '#platform/clock.ts'
import { broadcastDraft } from '#shared/contracts/campaigns/broadcasts.contract.ts'
import { broadcastShop } from '#tests/fixtures/broadcast-shop.ts'
import { makeBroadcast } from '../drafts/drafts.ts'
import { previewBroadcast } from '../drafts/preview-broadcast.ts'
import { cancelBroadcast, pauseBroadcast } from './change-state.ts'
import { feedBroadcast } from './feed-broadcast.ts'
import { planBroadcast } from './plan-broadcast.ts'
import { startBroadcast } from './start.ts'

for (const [what, press, left] of [
  ['cancelled', cancelBroadcast, 'skipped stopped'],
  ['paused', pauseBroadcast, 'waiting stopped'],
] as const)
  test(`${what} while a feed makes messages, nothing leaves of what it made before, meanwhile and after`, async t => {
    const { platform, workspace, channel, pass, rows, sent, states } = await broadcastShop(t, 'facebook', 12)
    const { workspaceId, admin } = workspace
    const content = { texts: { vi: 'Mình ghé lại nhé' } }
    const draft = broadcastDraft.parse({ name: 'Nhắc lịch', purpose: 'care', content })
    const { id } = await makeBroadcast(platform, admin, draft)
    const { preview_id } = await previewBroadcast(platform, admin, { id, confirmed: true })
    await startBroadcast(platform, admin, { id, preview_id, max_cost: 0 })
    await rows(sql`delete from private.jobs`)
    await planBroadcast(platform, { workspace_id: workspaceId, broadcast_id: id })
    await rows(sql`delete from private.jobs`)

    let isFeeding = true
    const made = async () => (await states()).filter(state => state.startsWith('queued')).length
    const feeding = feedBroadcast(platform, { workspace_id: workspaceId, broadcast_id: id, channel_id: channel.id })
    const fed = feeding.finally(() => (isFeeding = false))
    while (isFeeding && (await made()) === 0) await turn()
    await press(platform, admin, { id })
    assert.ok(isFeeding, 'the feed was at work')
    platform.clock.advance(seconds(2))
    await fed
    assert.ok((await made()) > 0, 'some were made before')
    await pass(minutes(3), seconds(5))
    assert.deepEqual(sent(), [])
    const waiting = sql`select 1 from messages where origin is not null and status not in ('failed')`
    assert.deepEqual(await rows(waiting), [])
    for (const state of await states()) assert.ok([left, 'planned'].includes(state), state)
  })
