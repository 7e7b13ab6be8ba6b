import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { assign } from '#features/inbox/conversations/assign.ts'
import { changeNote, writeNote } from '#features/inbox/messages/write-note.ts'
import { reserve } from '#features/usage/reserve.ts'
import { days, minutes } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { testPlatform, type TestPlatform } from '#server/testing.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'
import type { NotificationData } from '#shared/contracts/notifications.contract.ts'
import { readMailbox } from '#tests/drivers/mailbox.ts'
import { makeMember } from '#tests/fixtures/shop-owner.ts'
import { makeWorkspace, type TestWorkspace } from '#tests/fixtures/workspace.ts'
import type { AnnouncementAudience } from '#shared/contracts/announcements.contract.ts'
import { announce, notifyAnnouncement, previewAnnouncement } from './announce.ts'
import { chooseNotificationEmail, confirmNotificationEmail } from './notification-email.ts'
import { chooseSetting, forgetOldNotifications, markRead } from './read-notifications.ts'

type StoredNotification = { kind: string; data: NotificationData; read_at: Date | null; in_app: boolean; mail: string }

describe('notifications', () => {
  let platform: TestPlatform
  before(async () => {
    platform = await testPlatform()
  })
  after(() => platform.close())

  const rows = async <Row>(query: ReturnType<typeof sql<Row>>): Promise<Row[]> =>
    (await platform.db.asService(null, tx => query.execute(tx))).rows

  const notificationsOf = (personId: string) =>
    rows(
      sql<StoredNotification>`select kind, data, read_at, in_app, mail from notifications where person_id = ${personId} order by id`,
    )

  const emailsTo = async (email: string) => {
    await platform.jobs.drain()
    return readMailbox(platform).filter(mail => mail.to === email)
  }

  async function makeTalk(shop: TestWorkspace, assignee: string | null = null): Promise<string> {
    const [contact, talk] = [newId(), newId()]
    const now = platform.clock.now()
    await platform.db.asService(shop.workspaceId, async tx => {
      await sql`insert into contacts (id, workspace_id, channel_id, external_id, name, created_at)
        values (${contact}, ${shop.workspaceId}, ${shop.channelId}, ${contact}, 'Trần Ngọc Ánh', ${now})`.execute(tx)
      await sql`insert into conversations (id, workspace_id, channel_id, contact_id, source, last_seq, last_message_at, preview,
          contact_name, waiting_since, assignee_id, created_at)
        values (${talk}, ${shop.workspaceId}, ${shop.channelId}, ${contact}, 'website', 1, ${now}, '', 'Trần Ngọc Ánh', ${now},
          ${assignee}, ${now})`.execute(tx)
    })
    return talk
  }

  async function wantPerson(shop: TestWorkspace, talk: string): Promise<void> {
    const wanted = { workspace_id: shop.workspaceId, conversation_id: talk, reason: 'asked' }
    await platform.db.asService(shop.workspaceId, tx => platform.jobs.emit(tx, 'person.wanted', wanted))
  }

  const findDetail = (shop: TestWorkspace, talk: string, kind: string, message = newId()) =>
    platform.db.asService(shop.workspaceId, tx =>
      platform.jobs.emit(tx, 'contact.detail-found', {
        workspace_id: shop.workspaceId,
        conversation_id: talk,
        contact_id: newId(),
        message_id: message,
        kind,
      }),
    )

  const owner = (shop: TestWorkspace) => ({
    personId: shop.admin.personId,
    workspaceId: shop.workspaceId,
    headers: { authorization: '' },
  })

  test('who waits for a person is told to everybody, once for each wait; a chat of somebody’s to that one alone', async () => {
    const shop = await makeWorkspace(platform)
    const member = await makeMember(platform, owner(shop))
    const stranger = await makeWorkspace(platform)
    const talk = await makeTalk(shop)
    await wantPerson(shop, talk)
    await wantPerson(shop, talk)
    for (const personId of [shop.admin.personId, member.personId]) {
      const all = await notificationsOf(personId)
      assert.deepEqual(
        all.map(({ kind, data }) => [kind, data.name, data.conversation_id]),
        [['person_wanted', 'Trần Ngọc Ánh', talk]],
      )
    }
    assert.deepEqual(await notificationsOf(stranger.admin.personId), [])
    platform.clock.advance(minutes(5))
    await rows(sql`update conversations set waiting_since = ${platform.clock.now()} where id = ${talk}`)
    await wantPerson(shop, talk)
    assert.equal((await notificationsOf(member.personId)).length, 2)
    await wantPerson(shop, await makeTalk(shop, member.personId))
    assert.deepEqual(
      [(await notificationsOf(member.personId)).length, (await notificationsOf(shop.admin.personId)).length],
      [3, 2],
    )
  })

  test('channels of the same name are told apart', async () => {
    const shop = await makeWorkspace(platform)
    await platform.db.asService(shop.workspaceId, tx =>
      sql`insert into channels (id, workspace_id, kind, account_id, name, status, created_at)
        select ${newId()}, workspace_id, 'facebook', ${newId()}, name, 'connected', created_at from channels where id = ${shop.channelId}`.execute(
        tx,
      ),
    )
    await wantPerson(shop, await makeTalk(shop))
    const lost = { workspace_id: shop.workspaceId, channel_id: shop.channelId, kind: 'website', reason: 'token' }
    await platform.db.asService(shop.workspaceId, tx => platform.jobs.emit(tx, 'channel.lost', lost))
    const [wanted, gone] = await notificationsOf(shop.admin.personId)
    assert.deepEqual(
      [wanted?.data.channel, gone?.data.name],
      Array.from({ length: 2 }, () => 'shop.example · Website'),
    )
  })

  test('who is named in a note is told once by whom; naming oneself is no news', async () => {
    const shop = await makeWorkspace(platform)
    const member = await makeMember(platform, owner(shop))
    const talk = await makeTalk(shop)
    const mentions = [member.personId, shop.admin.personId]
    const note = await writeNote(platform, shop.admin, { id: talk, text: 'Gói kỹ nhé @Tú', mentions })
    await changeNote(platform, shop.admin, { id: note.id, text: 'Gói thật kỹ nhé @Tú', mentions })
    const [one, ...others] = await notificationsOf(member.personId)
    assert.deepEqual(others, [])
    assert.deepEqual(
      [one?.kind, one?.data.what, one?.data.name, one?.data.conversation_id],
      ['conversation_assigned', 'mentioned', 'Trần Ngọc Ánh', talk],
    )
    assert.ok(one?.data.by)
    assert.deepEqual(await notificationsOf(shop.admin.personId), [])
  })

  test('a fact that is taken back tells nobody', async () => {
    const shop = await makeWorkspace(platform)
    const talk = await makeTalk(shop)
    const wanted = { workspace_id: shop.workspaceId, conversation_id: talk, reason: 'asked' }
    await assert.rejects(
      platform.db.asService(shop.workspaceId, async tx => {
        await platform.jobs.emit(tx, 'person.wanted', wanted)
        throw new Error('taken back')
      }),
    )
    assert.deepEqual(await notificationsOf(shop.admin.personId), [])
  })

  test('a phone number is told without the number; bank and card numbers are not told at all', async () => {
    const shop = await makeWorkspace(platform)
    const talk = await makeTalk(shop)
    for (const kind of ['bank', 'id', 'card', 'landline']) await findDetail(shop, talk, kind)
    const all = await notificationsOf(shop.admin.personId)
    assert.deepEqual(
      all.map(({ data }) => [data.what, data.name]),
      [['phone', 'Trần Ngọc Ánh']],
    )
  })

  test('mails come gathered: one in a minute, the next one ten minutes later, without what was read meanwhile', async () => {
    const shop = await makeWorkspace(platform)
    const { email, personId } = shop.admin
    const talk = await makeTalk(shop)
    for (let count = 0; count < 20; count++) await findDetail(shop, talk, 'phone')
    assert.equal((await emailsTo(email)).length, 0)
    platform.clock.advance(minutes(1))
    const [first, ...others] = await emailsTo(email)
    assert.deepEqual(others, [])
    assert.match(first?.subject ?? '', /^20 thông báo mới/)
    assert.match(first?.text ?? '', /Và 5 thông báo nữa/)
    await findDetail(shop, talk, 'email')
    platform.clock.advance(minutes(5))
    assert.equal((await emailsTo(email)).length, 1)
    platform.clock.advance(minutes(5))
    const second = (await emailsTo(email))[1]
    assert.equal(second?.subject, 'Trần Ngọc Ánh để lại e-mail')
    assert.match(second?.text ?? '', new RegExp(`/dashboard/inbox/${talk}`))
    await findDetail(shop, talk, 'address')
    assert.deepEqual(await markRead(platform, shop.admin, { all: true }), { read: 22 })
    platform.clock.advance(minutes(30))
    assert.equal((await emailsTo(email)).length, 2)
    assert.ok((await notificationsOf(personId)).every(one => one.read_at !== null))
  })

  test('each kind is told where its reader wants it: nowhere, by mail alone, in the app alone', async () => {
    const shop = await makeWorkspace(platform)
    const { email, personId } = shop.admin
    const talk = await makeTalk(shop)
    await chooseSetting(platform, shop.admin, { kind: 'contact_detail', in_app: false, email: false })
    await findDetail(shop, talk, 'phone')
    assert.deepEqual(await notificationsOf(personId), [])
    await chooseSetting(platform, shop.admin, { kind: 'contact_detail', in_app: false, email: true })
    await findDetail(shop, talk, 'phone')
    const seen = await platform.db.asPerson(shop.admin.claims, tx => sql`select id from notifications`.execute(tx))
    assert.deepEqual(seen.rows, [])
    platform.clock.advance(minutes(1))
    assert.equal((await emailsTo(email)).length, 1)
    await chooseSetting(platform, shop.admin, { kind: 'contact_detail', in_app: true, email: false })
    await findDetail(shop, talk, 'phone')
    platform.clock.advance(minutes(30))
    assert.equal((await emailsTo(email)).length, 1)
    assert.equal((await notificationsOf(personId)).filter(one => one.in_app).length, 1)
  })

  test('limits, lost channels and documents are told to admins or to who is concerned; payments without another letter', async () => {
    const shop = await makeWorkspace(platform)
    const { workspaceId, channelId } = shop
    const member = await makeMember(platform, owner(shop))
    const source = newId()
    const now = platform.clock.now()
    await platform.db.asService(workspaceId, async tx => {
      await sql`update usage_counters set used = 7, hard_limit = 10 where workspace_id = ${workspaceId} and metric = 'messages'`.execute(
        tx,
      )
      await sql`insert into sources (id, workspace_id, kind, title, status, created_by, created_at)
        values (${source}, ${workspaceId}, 'file', 'Bảng giá.pdf', 'processed', ${member.personId}, ${now})`.execute(tx)
    })
    await platform.db.asService(workspaceId, async tx => {
      for (let count = 0; count < 3; count++) await reserve(platform, tx, workspaceId, 'messages')
      const lost = { workspace_id: workspaceId, channel_id: channelId, kind: 'website', reason: 'token' }
      await platform.jobs.emit(tx, 'channel.lost', lost)
      for (let count = 0; count < 2; count++)
        await platform.jobs.emit(tx, 'source.processed', { workspace_id: workspaceId, source_id: source })
      const ending = { workspace_id: workspaceId, ends_at: now.toISOString(), days_left: 1 }
      await platform.jobs.emit(tx, 'trial.ending', ending)
    })
    const admins = await notificationsOf(shop.admin.personId)
    assert.deepEqual(
      admins.map(({ kind, data, mail }) => [kind, data.what, mail]),
      [
        ['usage', 'almost', 'waiting'],
        ['usage', 'reached', 'waiting'],
        ['channel_lost', 'lost', 'waiting'],
        ['payment', 'trial_tomorrow', 'none'],
      ],
    )
    assert.deepEqual(
      (await notificationsOf(member.personId)).map(({ kind, data }) => [kind, data.what, data.name]),
      [['training', 'processed', 'Bảng giá.pdf']],
    )
  })

  test('of money, data and channels admins are told what matters, once, and by mail what is not mailed already', async () => {
    const shop = await makeWorkspace(platform)
    const member = await makeMember(platform, owner(shop))
    const { workspaceId: workspace_id, channelId: id } = shop
    const emit =
      <Name extends keyof EventCatalogue>(name: Name, payload: Omit<EventCatalogue[Name], 'workspace_id'>) =>
      () =>
        platform.db.asService(workspace_id, tx =>
          platform.jobs.emit(tx, name, { workspace_id, ...payload } as EventCatalogue[Name]),
        )
    const money = { amount: 70_000, currency: 'VND' as const }
    const commission = (status: EventCatalogue['commission.changed']['status']) =>
      emit('commission.changed', { commission_id: id, status, ...money })
    const withdrawal = (status: EventCatalogue['withdrawal.changed']['status']) =>
      emit('withdrawal.changed', { withdrawal_id: id, status, ...money })
    const failed = (detail: string) => emit('order.failed', { order_id: id, detail })
    const ending = (left: number) => emit('trial.ending', { ends_at: '', days_left: left })
    const silent = (code: string) => emit('channel.endangered', { channel_id: id, kind: 'zalo', findings: [code] })
    const crowded = emit('channel.crowded', { channel_id: id })
    const cases: [event: () => Promise<unknown>, what?: string, mail?: string][] = [
      [commission('pending'), 'earned', 'none'],
      [commission('available'), 'earned_available', 'none'],
      [commission('reversed')],
      [withdrawal('requested'), 'withdrawal_requested', 'none'],
      [withdrawal('approved')],
      [withdrawal('sent'), 'withdrawal_sent', 'none'],
      [withdrawal('paid'), 'withdrawal_paid', 'none'],
      [withdrawal('rejected'), 'withdrawal_rejected', 'none'],
      [withdrawal('failed'), 'withdrawal_failed', 'none'],
      [withdrawal('cancelled')],
      [failed('declined'), 'declined', 'waiting'],
      [failed('other_currency'), 'other_currency', 'waiting'],
      [failed('expired')],
      [failed('cancelled')],
      [ending(3), 'trial_soon', 'none'],
      [ending(3)],
      [ending(1), 'trial_tomorrow', 'none'],
      [emit('payment.credited', { order_id: id, why: 'late', ...money }), 'credited', 'none'],
      [silent('zalo.webhook_silent'), 'deaf', 'waiting'],
      [silent('channel.hooks_failed'), 'deaf', 'waiting'],
      [silent('zalo.quota_low')],
      [crowded, 'crowded', 'waiting'],
      [crowded],
      [emit('paid-replies.used', { channel_id: id, percent: 80 }), 'paid_replies_80', 'waiting'],
      [emit('data-request.due', { request_id: id, what: 'answer' }), 'data_request_answer', 'none'],
      [emit('data-request.due', { request_id: id, what: 'answer' })],
      [emit('data-request.due', { request_id: id, what: 'due' }), 'data_request_due', 'none'],
    ]
    let seen = 0
    for (const [at, [event, what, mail]] of cases.entries()) {
      await event()
      const all = await notificationsOf(shop.admin.personId)
      const fresh = all.slice(seen).map(one => [one.data.what, one.mail])
      assert.deepEqual(fresh, what ? [[what, mail]] : [], `the event of line ${at + 1}`)
      seen = all.length
    }
    platform.clock.advance(days(1))
    await crowded()
    assert.equal((await notificationsOf(shop.admin.personId)).length, seen + 1, 'another day’s crowd')
    assert.deepEqual(await notificationsOf(member.personId), [])
  })

  test('who is locked out is told nothing, and a mail that waited for that one is not sent', async () => {
    const shop = await makeWorkspace(platform)
    const talk = await makeTalk(shop)
    await findDetail(shop, talk, 'phone')
    await rows(sql`update people set status = 'locked' where id = ${shop.admin.personId}`)
    await findDetail(shop, talk, 'email')
    assert.equal((await notificationsOf(shop.admin.personId)).length, 1)
    platform.clock.advance(minutes(1))
    assert.deepEqual(await emailsTo(shop.admin.email), [])
  })

  test('a conversation that one person reads is news still to the others', async () => {
    const shop = await makeWorkspace(platform)
    const member = await makeMember(platform, owner(shop))
    const [talk, other] = [await makeTalk(shop), await makeTalk(shop)]
    await wantPerson(shop, talk)
    await wantPerson(shop, other)
    const read = { workspace_id: shop.workspaceId, conversation_id: talk, person_id: member.personId }
    await platform.db.asService(shop.workspaceId, tx => platform.jobs.emit(tx, 'conversation.read', read))
    const unread = async (personId: string) =>
      (await notificationsOf(personId)).filter(one => one.read_at === null).map(one => one.data.conversation_id)
    assert.deepEqual(await unread(member.personId), [other])
    assert.deepEqual(await unread(shop.admin.personId), [talk, other])
  })

  test('who has left the workspace sees and hears nothing of it any more', async () => {
    const shop = await makeWorkspace(platform)
    const member = await makeMember(platform, owner(shop))
    const talk = await makeTalk(shop)
    await findDetail(shop, talk, 'phone')
    await rows(sql`delete from members where person_id = ${member.personId}`)
    const claims = { role: 'authenticated', sub: member.personId } as const
    const seen = await platform.db.asPerson(claims, tx => sql`select id from notifications`.execute(tx))
    assert.deepEqual(seen.rows, [])
    platform.clock.advance(minutes(1))
    assert.deepEqual(await emailsTo(`${member.personId}@shop.example`), [])
  })

  test('another address gets the mails when its digits came back; five wrong tries end them', async () => {
    const shop = await makeWorkspace(platform)
    const { admin } = shop
    const talk = await makeTalk(shop)
    const other = `${newId()}@mocan.example`
    const digitsTo = async () => /\b\d{6}\b/.exec((await emailsTo(other)).at(-1)?.subject ?? '')?.[0] ?? ''
    await chooseNotificationEmail(platform, admin, { email: other })
    await findDetail(shop, talk, 'phone')
    platform.clock.advance(minutes(1))
    assert.equal((await emailsTo(admin.email)).length, 1)
    assert.equal((await emailsTo(other)).length, 1)
    const code = await digitsTo()
    const wrong = code === '000000' ? '000001' : '000000'
    for (let count = 0; count < 5; count++)
      await assert.rejects(confirmNotificationEmail(platform, admin, { code: wrong }), {
        code: 'notifications.code_wrong',
      })
    await assert.rejects(confirmNotificationEmail(platform, admin, { code }), { code: 'notifications.code_wrong' })
    await chooseNotificationEmail(platform, admin, { email: other })
    const old = await digitsTo()
    platform.clock.advance(minutes(30))
    await assert.rejects(confirmNotificationEmail(platform, admin, { code: old }), { code: 'notifications.code_wrong' })
    await chooseNotificationEmail(platform, admin, { email: other })
    assert.deepEqual(await confirmNotificationEmail(platform, admin, { code: await digitsTo() }), {
      email: other,
      verified: true,
    })
    await findDetail(shop, talk, 'phone')
    platform.clock.advance(minutes(30))
    assert.equal((await emailsTo(admin.email)).length, 1)
    assert.equal((await emailsTo(other)).length, 4)
    await chooseNotificationEmail(platform, admin, { email: null })
    await findDetail(shop, talk, 'phone')
    platform.clock.advance(minutes(30))
    assert.equal((await emailsTo(admin.email)).length, 2)
    assert.equal((await emailsTo(other)).length, 4)
  })

  test('who is given a conversation by somebody else is told; who takes it oneself is not', async () => {
    const shop = await makeWorkspace(platform)
    const member = await makeMember(platform, owner(shop))
    const talk = await makeTalk(shop)
    await assign(platform, shop.admin, { id: talk, person_id: shop.admin.personId })
    for (let count = 0; count < 2; count++) await assign(platform, shop.admin, { id: talk, person_id: member.personId })
    assert.deepEqual(await notificationsOf(shop.admin.personId), [])
    assert.deepEqual(
      (await notificationsOf(member.personId)).map(({ kind, data }) => [kind, data.conversation_id]),
      [['conversation_assigned', talk]],
    )
  })

  test('an announcement reaches everybody once in the end, marketing only who chose it', async () => {
    const shop = await makeWorkspace(platform)
    const other = await makeWorkspace(platform)
    const vi = { title: 'Sen có gì mới', text: 'Hộp thư nhanh hơn.' }
    const news = { vi, en: { title: 'News', text: 'The inbox is faster.' } }
    await platform.db.asService(null, tx =>
      sql`insert into workspaces (id, name, kind, created_at) values (${newId()}, 'Sen', 'house', ${platform.clock.now()})`.execute(
        tx,
      ),
    )
    const { id } = await announce(platform, shop.admin, { kind: 'system', audience: 'everybody', ...news })
    const { people } = await previewAnnouncement(platform, shop.admin, { kind: 'system', audience: 'everybody' })
    const reach = async (audience: AnnouncementAudience) =>
      (await previewAnnouncement(platform, shop.admin, { kind: 'system', audience })).people
    const everybody = [people, await reach('admins'), await reach('trying'), await reach('paying')]
    await rows(sql`update subscriptions set status = 'past_due' where workspace_id = ${other.workspaceId}`)
    await rows(sql`update members set role = 'member' where person_id = ${other.admin.personId}`)
    const later = [await reach('everybody'), await reach('admins'), await reach('trying'), await reach('paying')]
    assert.deepEqual(
      later.map((count, at) => count - (everybody[at] ?? 0)),
      [0, -1, -1, 1],
    )
    await platform.jobs.drain()
    await notifyAnnouncement(platform, { id })
    for (const { admin } of [shop, other])
      assert.deepEqual(
        (await notificationsOf(admin.personId)).map(one => one.data.vi),
        [vi],
      )
    await chooseSetting(platform, other.admin, { kind: 'marketing', in_app: true, email: false })
    await announce(platform, shop.admin, { kind: 'marketing', audience: 'everybody', ...news })
    await platform.jobs.drain()
    assert.deepEqual(
      [(await notificationsOf(shop.admin.personId)).length, (await notificationsOf(other.admin.personId)).length],
      [1, 2],
    )
  })

  test('the guide, which a new version brings, is told of only when it could not be read', async () => {
    const { workspaceId, admin } = await makeWorkspace(platform)
    const guide = newId()
    await rows(sql`update workspaces set kind = 'house' where id = ${workspaceId}
      and not exists (select from workspaces where kind = 'house')`)
    await rows(
      sql`update members set workspace_id = (select id from workspaces where kind = 'house') where person_id = ${admin.personId}`,
    )
    await platform.db.asService(null, async tx => {
      const { rows: houses } = await sql<{ id: string }>`select id from workspaces where kind = 'house'`.execute(tx)
      const house = houses[0]?.id ?? ''
      await sql`insert into sources (id, workspace_id, kind, title, status, created_at)
        values (${guide}, ${house}, 'file', 'Hướng dẫn', 'processed', ${platform.clock.now()})`.execute(tx)
      await platform.jobs.emit(tx, 'source.processed', { workspace_id: house, source_id: guide })
      await platform.jobs.emit(tx, 'source.failed', { workspace_id: house, source_id: guide, reason: 'unreadable' })
    })
    assert.deepEqual(
      (await notificationsOf(admin.personId)).map(({ data }) => data.what),
      ['failed'],
    )
  })

  test('nobody reads somebody else’s, nor marks them; after ninety days they are gone', async () => {
    const shop = await makeWorkspace(platform)
    const stranger = await makeWorkspace(platform)
    await wantPerson(shop, await makeTalk(shop))
    const [own] = await rows(sql<{ id: string }>`select id from notifications where person_id = ${shop.admin.personId}`)
    assert.deepEqual(await markRead(platform, stranger.admin, { ids: [own?.id ?? ''] }), { read: 0 })
    platform.clock.advance(days(90))
    await forgetOldNotifications(platform)
    assert.equal((await notificationsOf(shop.admin.personId)).length, 1)
    platform.clock.advance(1)
    await forgetOldNotifications(platform)
    assert.deepEqual(await notificationsOf(shop.admin.personId), [])
  })
})
