import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { sql } from 'kysely'
import { saveBucketFile, saveBytes } from '#platform/files/bucket-files.ts'
import type { Caller } from '#platform/http/caller.ts'
import { seconds } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { broadcastDraft } from '#shared/contracts/campaigns/broadcasts.contract.ts'
import { lan, listen, messengerDriver, pageId } from '#tests/drivers/messenger-driver.ts'
import { customer, startZaloDriver } from '#tests/drivers/zalo-driver.ts'
import { makeBroadcast } from './drafts.ts'
import { previewBroadcast } from './preview-broadcast.ts'
import { startBroadcast } from '../sending/start.ts'

const text = 'Lịch của bạn vẫn giữ nguyên nhé.'

async function storeFile(platform: Platform, workspaceId: string, mime = 'image/png'): Promise<string> {
  const key = `${workspaceId}/${newId()}`
  const bytes = await saveBytes(platform, Readable.from([Buffer.from('ảnh')]), 100)
  await platform.db.asService(workspaceId, tx =>
    saveBucketFile(platform, tx, { bucket: 'attachments', key, name: 'lich.png', mime }, bytes),
  )
  return key
}

async function draft(platform: Platform, admin: Caller, file: string): Promise<string> {
  const content = { texts: { vi: text }, picture: { file, name: 'lich.png' } }
  const body = broadcastDraft.parse({ name: 'Nhắc lịch', purpose: 'service', content })
  return (await makeBroadcast(platform, admin, body)).id
}

async function send(platform: Platform, admin: Caller, file: string): Promise<void> {
  const id = await draft(platform, admin, file)
  await platform.db.asService(null, async tx => {
    await sql`delete from private.jobs where key like 'answer:%'`.execute(tx)
    await sql`update conversations set waiting_since = null`.execute(tx)
  })
  const { preview_id } = await previewBroadcast(platform, admin, { id, confirmed: true })
  await startBroadcast(platform, admin, { id, preview_id, max_cost: 0 })
}

const states = async (platform: Platform) => {
  const { rows } = await platform.db.asService(null, tx =>
    sql<{
      state: string
    }>`select r.state || ' ' || jsonb_array_length(m.attachments) as state from private.broadcast_recipients r
      join messages m on m.id = r.message_id`.execute(tx),
  )
  return rows.map(row => row.state)
}

test('on Messenger a picture follows its text, is uploaded once, and its echo is nobody’s word', async t => {
  const desk = await messengerDriver(t)
  await desk.connect()
  await listen(desk)
  const { platform, simulator, owner } = desk
  const settle = async () => {
    for (let turn = 0; turn < 3; turn++) {
      await simulator.settled()
      await platform.jobs.drain()
    }
  }
  await desk.control('user-message', { page: pageId, user: lan, text: 'chào shop' })
  await settle()
  const admin = { workspaceId: owner.workspaceId, personId: owner.personId, role: 'admin', language: 'vi' } as Caller
  const file = await storeFile(platform, owner.workspaceId)
  for (let times = 0; times < 2; times++) {
    await send(platform, admin, file)
    await settle()
    await desk.pass(seconds(2))
    await settle()
  }
  const shown = simulator.world.threads.get(`${pageId} ${lan}`)?.messages.filter(one => one.metadata) ?? []
  assert.deepEqual(
    shown.map(({ text: caption = '', attachments }) => {
      const [{ payload = {} } = {}] = (attachments ?? []) as { payload?: object }[]
      return caption.includes(text) ? 'text' : Object.keys(payload)[0]
    }),
    ['text', 'url', 'text', 'attachment_id'],
  )
  assert.deepEqual(await states(platform), ['sent 1', 'sent 1'])
  const { rows } = await platform.db.asService(null, tx =>
    sql`select from messages where author = 'member'`.execute(tx),
  )
  assert.equal(rows.length, 0)
})

test('on Zalo text and picture are one message; a number that Zalo has forgotten is uploaded again', async t => {
  const { zalo, platform, workspace, connect, settle, pass } = await startZaloDriver(t)
  await connect()
  await zalo.acts.say({ user: customer, text: 'chào shop' })
  await settle()
  const { workspaceId, admin } = workspace
  const uploads = () => zalo.calls.filter(one => one.path.includes('/upload/')).length
  const file = await storeFile(platform, workspaceId)
  for (const expected of [1, 1, 2]) {
    if (expected === 2) for (const one of zalo.world.uploads) one.at = 0
    await send(platform, admin, file)
    await settle()
    await pass(seconds(5))
    assert.equal(uploads(), expected)
    const last = zalo.world.messages.at(-1)
    assert.ok(last?.text.includes(text))
    assert.equal(last?.attachments[0]?.type, 'image')
  }
  assert.deepEqual(await states(platform), ['sent 1', 'sent 1', 'sent 1'])
  const [wrong, foreign] = [await storeFile(platform, workspaceId, 'image/gif'), `${newId()}/${newId()}`]
  for (const one of [wrong, foreign]) {
    const id = await draft(platform, admin, one)
    await assert.rejects(previewBroadcast(platform, admin, { id, confirmed: true }), {
      code: 'broadcast.picture_wrong',
    })
  }
})
