import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import type { Attachment } from '#features/channels/channel-events.ts'
import { findBucketFile, readBucketBytes, saveBucketFile, saveBytes } from '#platform/files/bucket-files.ts'
import { hours } from '#platform/clock.ts'
import { testPlatform } from '#server/testing.ts'
import type { StoredAttachment } from '#shared/contracts/channels/channels.contract.ts'
import { connectScripted, deliver, scriptedKind } from '#tests/fixtures/scripted-kind.ts'
import { makeWorkspace } from '#tests/fixtures/workspace.ts'
import { reply } from './reply.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR4nGPgirqGFTEMLQkAeYpOgQFqPz4AAAAASUVORK5CYII=',
  'base64',
)

async function shop(t: TestContext) {
  const files = createServer((request, response) => {
    if (request.url === '/picture') response.end(png)
    else if (request.url === '/page') response.end('<html><script>alert(1)</script></html>')
    else response.writeHead(404).end()
  })
  files.listen(0, '127.0.0.1')
  await once(files, 'listening')
  const host = `127.0.0.1:${(files.address() as AddressInfo).port}`
  const platform = await testPlatform({ settings: { CRAWL_ALLOWED_HOSTS: host } })
  t.after(async () => {
    files.close()
    await platform.close()
  })
  const workspace = await makeWorkspace(platform)
  const kind = scriptedKind()
  const { accountId } = await connectScripted(platform, workspace, kind)
  return {
    platform,
    workspace,
    kind,
    host,
    async send(...attachments: Attachment[]) {
      await deliver(platform, kind, accountId, [
        { kind: 'message.in', userId: 'u1', externalId: 'm1', time: platform.clock.now(), text: '', attachments },
      ])
      await platform.jobs.drain()
    },
    message: async () =>
      (
        await platform.db.asService(null, tx =>
          sql<{
            attachments: StoredAttachment[]
            conversation_id: string
          }>`select attachments, conversation_id from messages order by seq limit 1`.execute(tx),
        )
      ).rows[0],
  }
}

test('a picture is copied to our own bucket, and its address is forgotten', async t => {
  const { platform, workspace, host, send, message } = await shop(t)
  await send({ type: 'image', url: `http://${host}/picture` }, { type: 'location', latitude: 1, longitude: 2 })
  const [picture, place] = (await message())?.attachments ?? []
  assert.deepEqual(
    [picture?.status, picture?.mime, picture?.size, picture?.url],
    ['copied', 'image/png', png.length, undefined],
  )
  assert.equal(place?.status, 'none')
  assert.ok(picture?.file?.startsWith(`${workspace.workspaceId}/`))
  const found = await platform.db.asService(null, tx => findBucketFile(tx, 'attachments', picture?.file ?? ''))
  assert.deepEqual(await readBucketBytes(platform, found?.version ?? ''), png)
})

test('what is no file of ours, leads inside, or is not to be had, is refused and holds nothing up', async t => {
  const { platform, host, send, message } = await shop(t)
  await send(
    { type: 'image', url: `http://${host}/page` },
    { type: 'file', url: 'http://127.0.0.1:1/secret' },
    { type: 'image', url: 'file:///etc/passwd' },
  )
  for (let n = 0; n < 8; n++) {
    platform.clock.advance(hours(1))
    await platform.jobs.drain()
  }
  assert.deepEqual(
    (await message())?.attachments.map(one => [one.status, one.url]),
    [
      ['refused', undefined],
      ['refused', undefined],
      ['refused', undefined],
    ],
  )
})

test('a member’s file goes out by itself, behind the text', async t => {
  const { platform, workspace, kind, host, send, message } = await shop(t)
  await send({ type: 'image', url: `http://${host}/picture` })
  const first = await message()
  const file = first?.attachments[0]?.file ?? ''
  await reply(platform, workspace.admin, {
    id: first?.conversation_id ?? '',
    text: 'đây ạ',
    attachments: [{ file, name: 'mẫu.png' }],
  })
  await platform.jobs.drain()
  const [text, sent] = kind.calls.map(call => call.content)
  assert.deepEqual(text, { type: 'text', text: 'đây ạ' })
  assert.ok(sent?.type === 'file')
  assert.deepEqual([sent.file.type, sent.file.name, sent.file.mime], ['image', 'mẫu.png', 'image/png'])
  assert.deepEqual(await sent.file.bytes(), png)
  assert.match(sent.file.url, /^http:\/\/localhost:3000\/storage\/v1\/object\/sign\/attachments\/.+token=/)
  const stranger = await makeWorkspace(platform)
  const theirs = { bucket: 'attachments', key: `${stranger.workspaceId}/x`, name: 'x.png', mime: 'image/png' }
  const stored = await saveBytes(platform, Readable.from([png]), 1000)
  await platform.db.asService(null, tx => saveBucketFile(platform, tx, theirs, stored))
  for (const foreign of [theirs.key, `${workspace.workspaceId}/missing`])
    await assert.rejects(
      reply(platform, workspace.admin, {
        id: first?.conversation_id ?? '',
        text: '',
        attachments: [{ file: foreign }],
      }),
      { code: 'inbox.attachment_missing' },
    )
})
