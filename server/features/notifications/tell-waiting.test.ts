import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { minutes, seconds } from '#platform/clock.ts'
import { testApp, testPlatform, type TestPlatform } from '#server/testing.ts'
import type { NotificationData } from '#shared/contracts/notifications.contract.ts'
import { notificationWords } from '#shared/texts/notifications-texts.ts'
import { readMailbox } from '#tests/mailbox.ts'
import { makeMember, makeOwner, type Owner } from '#tests/shop-owner.ts'
import { trainingDesk, type TrainingDesk } from '#tests/training-desk.ts'

type Told = { kind: string; data: NotificationData }

const fee = 'Phí giao hàng nội thành?'
const old = 'Phí giao hàng nội thành 20.000đ.'
const dearer = 'Phí giao hàng nội thành 25.000đ.'

describe('a change of training that waits is told', () => {
  let platform: TestPlatform
  let app: FastifyInstance
  before(async () => {
    platform = await testPlatform()
    app = await testApp(platform)
  })
  after(async () => {
    await app.close()
    await platform.close()
  })

  async function makeDesk(): Promise<{ desk: TrainingDesk; owner: Owner; id: string }> {
    const owner = await makeOwner(platform)
    const desk = trainingDesk(platform, app, owner)
    const { id } = await desk.pair(fee, old)
    await desk.keep(fee, '20.000đ')
    return { desk, owner, id }
  }
  const told = (desk: TrainingDesk): Promise<Told[]> => desk.rows<Told>('notifications?select=kind,data&order=id')
  const letters = async () => {
    for (let round = 0; round < 15; round++) {
      platform.clock.advance(seconds(5))
      await platform.jobs.drain()
    }
    return readMailbox(platform)
  }

  test('to the admins and to who made it, in the app and by mail, once for each version; it leads to the comparison', async () => {
    const { desk, owner, id } = await makeDesk()
    const member = await makeMember(platform, owner)
    const headers = { ...member.headers, 'x-workspace': owner.workspaceId }
    const payload = { question: fee, answer: dearer }
    const changed = await app.inject({ method: 'PUT', url: `/api/v1/sources/pairs/${id}`, headers, payload })
    assert.equal(changed.json<{ status: string }>().status, 'waiting')
    for (const reader of [desk, trainingDesk(platform, app, member)]) {
      const [news, ...more] = (await told(reader)).filter(one => one.kind === 'training_waiting')
      assert.deepEqual(more, [])
      assert.deepEqual([news?.data.name, news?.data.count, news?.data.source_id], [fee, 1, id])
      const words = notificationWords('vi', 'training_waiting', news?.data ?? { what: '' })
      assert.match(words.title, /“Phí giao hàng nội thành\?” đang chờ bạn duyệt/)
      assert.match(words.text, /1 câu kiểm tra/)
      assert.equal(words.path, `/dashboard/training/${id}`)
    }
    const letter = (await letters()).find(one => one.to === `${member.personId}@shop.example`)
    assert.match(letter?.subject ?? '', /đang chờ bạn duyệt/)
    // Tried once more beside other knowledge, it still waits: that is no news.
    await desk.pair('Tiệm ở đâu?', 'Tiệm ở 12 Nguyễn Văn Linh.')
    await letters()
    assert.equal((await told(desk)).filter(one => one.kind === 'training_waiting').length, 1)
    await desk.call('PUT', `/sources/pairs/${id}`, { question: fee, answer: 'Phí giao hàng nội thành 30.000đ.' })
    assert.equal((await told(desk)).filter(one => one.kind === 'training_waiting').length, 2)
  })

  test('a line of an imported file, where nobody watched; what makes nothing worse is no news', async () => {
    const { desk } = await makeDesk()
    const lines = `question,answer\nTiệm ở đâu?,Tiệm ở 12 Nguyễn Văn Linh.\n${fee},${dearer}`
    await desk.send('POST', '/sources/pairs/import?how=all', lines, 'p.csv')
    await letters()
    assert.deepEqual(
      (await told(desk)).map(one => [one.kind, one.data.name]),
      [['training_waiting', fee]],
    )
  })

  test('who does not want to hear of it does not; documents that were read are another choice', async () => {
    const { desk, id } = await makeDesk()
    const choice = { kind: 'training_waiting', in_app: false, email: false, push: false }
    assert.equal((await desk.call('PUT', '/notifications/settings', choice)).status, 200)
    await desk.call('PUT', `/sources/pairs/${id}`, { question: fee, answer: dearer })
    platform.clock.advance(minutes(2))
    assert.deepEqual(await told(desk), [])
    await desk.send('POST', '/sources/files', 'Tiệm ở 12 Nguyễn Văn Linh.', 'dia-chi.txt')
    await letters()
    assert.deepEqual(
      (await told(desk)).map(one => [one.kind, one.data.what]),
      [['training', 'processed']],
    )
  })
})
