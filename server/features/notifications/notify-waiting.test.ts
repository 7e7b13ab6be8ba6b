import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { minutes } from '#platform/clock.ts'
import type { NotificationData } from '#shared/contracts/notifications.contract.ts'
import { notificationWords } from '#shared/texts/dashboard/notifications-texts.ts'
import { readMailbox } from '#tests/drivers/mailbox.ts'
import { memberAt, type TrainingDriver, trainingDrivers } from '#tests/drivers/training-driver.ts'

type StoredNotification = { kind: string; data: NotificationData }

const fee = 'Phí giao hàng nội thành?'
const old = 'Phí giao hàng nội thành 20.000đ.'
const higherFee = 'Phí giao hàng nội thành 25.000đ.'

describe('a change of training that waits is told', () => {
  const desk = trainingDrivers()
  let id: string
  beforeEach(async () => {
    id = (await desk.pair(fee, old)).id
    await desk.saveTest(fee, '20.000đ')
  })

  const notificationsOf = (reader: TrainingDriver): Promise<StoredNotification[]> =>
    reader.rows<StoredNotification>('notifications?select=kind,data&order=id')
  const mails = async () => {
    await desk.settle(15)
    return readMailbox(desk.platform)
  }

  test('to the admins and to who made it, in the app and by mail, once for each version; it leads to the comparison', async () => {
    const member = await memberAt(desk)
    const change = { question: fee, answer: higherFee }
    const changed = await member.call<{ status: string }>('PUT', `/sources/pairs/${id}`, change)
    assert.equal(changed.json.status, 'waiting')
    for (const reader of [desk, member]) {
      const [news, ...more] = (await notificationsOf(reader)).filter(one => one.kind === 'training_waiting')
      assert.deepEqual(more, [])
      assert.deepEqual([news?.data.name, news?.data.count, news?.data.source_id], [fee, 1, id])
      const words = notificationWords('vi', 'training_waiting', news?.data ?? { what: '' })
      assert.match(words.title, /“Phí giao hàng nội thành\?” đang chờ bạn duyệt/)
      assert.match(words.text, /1 câu kiểm tra/)
      assert.equal(words.path, `/dashboard/training/${id}`)
    }
    const mail = (await mails()).find(one => one.to === `${member.owner.personId}@shop.example`)
    assert.match(mail?.subject ?? '', /đang chờ bạn duyệt/)
    await desk.pair('Tiệm ở đâu?', 'Tiệm ở 12 Nguyễn Văn Linh.')
    await mails()
    assert.equal((await notificationsOf(desk)).filter(one => one.kind === 'training_waiting').length, 1)
    await desk.call('PUT', `/sources/pairs/${id}`, { question: fee, answer: 'Phí giao hàng nội thành 30.000đ.' })
    assert.equal((await notificationsOf(desk)).filter(one => one.kind === 'training_waiting').length, 2)
  })

  test('a line of an imported file, where nobody watched; what makes nothing worse is no news', async () => {
    const lines = `question,answer\nTiệm ở đâu?,Tiệm ở 12 Nguyễn Văn Linh.\n${fee},${higherFee}`
    await desk.send('POST', '/sources/pairs/import?how=all', lines, 'p.csv')
    await mails()
    assert.deepEqual(
      (await notificationsOf(desk)).map(one => [one.kind, one.data.name]),
      [['training_waiting', fee]],
    )
  })

  test('who does not want to hear of it does not; documents that were read are another choice', async () => {
    const choice = { kind: 'training_waiting', in_app: false, email: false, push: false }
    assert.equal((await desk.call('PUT', '/notifications/settings', choice)).status, 200)
    await desk.call('PUT', `/sources/pairs/${id}`, { question: fee, answer: higherFee })
    desk.platform.clock.advance(minutes(2))
    assert.deepEqual(await notificationsOf(desk), [])
    await desk.send('POST', '/sources/files', 'Tiệm ở 12 Nguyễn Văn Linh.', 'dia-chi.txt')
    await mails()
    assert.deepEqual(
      (await notificationsOf(desk)).map(one => [one.kind, one.data.what]),
      [['training', 'processed']],
    )
  })
})
