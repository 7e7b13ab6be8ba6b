import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { connectWebsite } from '#features/channels/website/connect-website.ts'
import { closeConversation } from '#features/inbox/conversations/close-conversation.ts'
import type { Stored } from '#features/inbox/arrivals/inbound.ts'
import { receiveMessage } from '#features/inbox/arrivals/receive-message.ts'
import { hours, minutes } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { testApp, testPlatform, type TestPlatform } from '#server/testing.ts'
import type { CampaignRules } from '#shared/contracts/campaigns/campaign-rules.contract.ts'
import { maxCampaignLength, wholeText } from '#shared/rules/campaigns/campaign-text.ts'
import { defaultRules } from '#shared/rules/campaigns/campaign-rules.ts'
import { makeMember, makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'
import { openChat } from '#tests/fixtures/visitor.ts'

const words = 'Nhận tin khuyến mãi của Tiệm gội Mây qua trang web, nhiều nhất 1 tin mỗi tuần; dừng bằng cách nhắn TC.'

describe('asking for consent', () => {
  let platform: TestPlatform
  let app: FastifyInstance
  let admin: Owner
  let member: Owner
  let channelId: string
  before(async () => {
    platform = await testPlatform()
    app = await testApp(platform)
  })
  beforeEach(async () => {
    await platform.jobs.drain()
    admin = await makeOwner(platform)
    member = await makeMember(platform, admin)
    channelId = newId()
    const now = platform.clock.now()
    const morning = new Date(`${now.toISOString().slice(0, 10)}T03:00:00Z`)
    platform.clock.advance(morning.getTime() - now.getTime() + (morning > now ? 0 : hours(24)))
    await rows(sql`insert into channels (id, workspace_id, kind, account_id, name, status, created_at)
      values (${channelId}, ${admin.workspaceId}, 'website', ${`wgt_${channelId}`}, 'Trang web', 'connected', ${platform.clock.now()})`)
    await rows(sql`update workspaces set name = 'Tiệm gội Mây' where id = ${admin.workspaceId}`)
    await rows(sql`insert into consent_texts (workspace_id, purpose, language, version, words, max_messages, in_days, made_by, created_at)
      values (${admin.workspaceId}, 'promotion', 'vi', 3, ${words}, 1, 7, ${admin.personId}, ${platform.clock.now()})`)
  })
  after(async () => {
    await app.close()
    await platform.close()
  })

  const rows = async <T>(statement: ReturnType<typeof sql<T>>): Promise<T[]> =>
    (await platform.db.asService(null, tx => statement.execute(tx))).rows
  async function wrote(text: string, externalId: string): Promise<Stored> {
    platform.clock.advance(minutes(1))
    return platform.db.asService(admin.workspaceId, tx =>
      receiveMessage(platform, tx, {
        ...{ workspaceId: admin.workspaceId, channelId, source: 'website', text, clientId: newId() },
        contact: { externalId, name: 'Lan' },
      }),
    )
  }
  async function visitor(text = 'chào shop'): Promise<Stored & { externalId: string }> {
    const externalId: string = newId()
    const stored = await wrote(text, externalId)
    await rows(sql`delete from private.jobs where key = ${`answer:${stored.conversationId}`}`)
    return { ...stored, externalId }
  }
  async function headersOf({ personId }: Owner): Promise<Owner['headers']> {
    const session = newId()
    await rows(
      sql`insert into auth.sessions (id, user_id, created_at) values (${session}, ${personId}, ${platform.clock.now()})`,
    )
    const claims = { role: 'authenticated', sub: personId, session_id: session, aal: 'aal1' } as const
    return { authorization: `Bearer ${(await platform.tokens.signAccess(claims)).token}` }
  }
  async function call(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, who = admin) {
    const answer = await app.inject({
      ...{ method, url: `/api/v1/${url}`, headers: await headersOf(who) },
      ...(payload && { payload }),
    })
    return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() }
  }
  async function askOf({ contactId }: Stored, who = member): Promise<string> {
    const [contact] = await rows(sql<{ customer_id: string }>`select customer_id from contacts where id = ${contactId}`)
    const { status, body } = await call('POST', `customers/${contact?.customer_id}/ask`, { channel_id: channelId }, who)
    const error = body['error'] as { code: string; details?: { reason: string } } | undefined
    return status === 200 ? 'asked' : `${error?.code} ${error?.details?.reason ?? ''}`.trim()
  }
  const ledger = async ({ contactId }: Stored) =>
    (
      await rows(sql<{
        line: string
      }>`select o.act || ' ' || o.how || coalesce(' ' || o.version, '') as line from consents o
        join contacts c on c.customer_id = o.customer_id where c.id = ${contactId} order by o.at, o.id`)
    ).map(row => row.line)
  const talk = async ({ conversationId }: Stored) => {
    const [row] = await rows(
      sql<{ status: string; waits: boolean; due: number }>`select status, waiting_since is not null as waits,
        (select count(*)::int from private.jobs where key = 'answer:' || conversations.id) as due
        from conversations where id = ${conversationId}`,
    )
    return row
  }
  const sentIn = async ({ conversationId }: Stored) =>
    rows(
      sql<{ text: string; choices: string[]; origin: string | null }>`select text, choices, origin from messages
        where conversation_id = ${conversationId} and direction = 'out' order by seq`,
    )

  test('a member asks once, with two answers; what is answered is written with the words, and the bot says nothing to it', async () => {
    const yes = await visitor()
    assert.equal(await askOf(yes), 'asked')
    const [question] = await sentIn(yes)
    assert.ok(question?.text.includes(words))
    assert.deepEqual([question?.choices, question?.origin], [['Đồng ý', 'Không'], 'ask'])
    assert.equal(await askOf(yes), 'consent.ask_refused asked_already')
    await wrote('Đồng ý', yes.externalId)
    assert.deepEqual(await ledger(yes), ['asked message 3', 'given message 3'])
    const [given] = await rows(
      sql<{ words: string }>`select words from consents where act = 'given' and workspace_id = ${admin.workspaceId}`,
    )
    assert.equal(given?.words, words)
    assert.deepEqual(await talk(yes), { status: 'open', waits: false, due: 0 })
    assert.match((await sentIn(yes)).at(-1)?.text ?? '', /đã ghi lại.*TC/)
    await wrote('Không', yes.externalId)
    assert.equal((await ledger(yes)).length, 2)

    const no = await visitor()
    await askOf(no)
    await wrote('dạ thôi', no.externalId)
    assert.deepEqual(await ledger(no), ['asked message 3', 'refused message 3'])
    assert.equal(await askOf(no), 'consent.ask_refused opted_out')
    assert.deepEqual(await talk(no), { status: 'open', waits: false, due: 0 })
  })

  test('silence, manners and a yes to something else are no consent', async () => {
    const quiet = await visitor()
    await askOf(quiet)
    await wrote('ok', quiet.externalId)
    await wrote('Đồng ý', quiet.externalId)
    assert.deepEqual(await ledger(quiet), ['asked message 3'])
    const late = await visitor()
    await askOf(late)
    platform.clock.advance(hours(24 * 8))
    await wrote('đồng ý', late.externalId)
    assert.deepEqual(await ledger(late), ['asked message 3'])
    const never = await visitor()
    await wrote('đồng ý', never.externalId)
    assert.deepEqual(await ledger(never), [])
    assert.equal((await talk(never))?.due, 1)
  })

  test('nobody is asked who waits, refused, or in a language without words; nor at night', async () => {
    const waiting = await visitor()
    await rows(
      sql`update conversations set waiting_since = ${platform.clock.now()} where id = ${waiting.conversationId}`,
    )
    assert.equal(await askOf(waiting), 'consent.ask_refused conversation_active')
    const refused = await visitor('TC')
    assert.equal(await askOf(refused), 'consent.ask_refused opted_out')
    const english = await visitor('hello, are you open today?')
    assert.equal(await askOf(english), 'consent.ask_refused language_missing')
    const late = await visitor()
    platform.clock.advance(hours(12))
    assert.equal(await askOf(late), 'consent.ask_refused quiet_hours')
    const stranger = await makeOwner(platform)
    assert.equal(await askOf(late, stranger), 'request.not_found')
  })

  test('by the shop’s own rule whoever was helped is asked when it is closed, in the morning if need be, and it stays closed', async () => {
    const close = ({ conversationId }: Stored) =>
      closeConversation(platform, { workspaceId: admin.workspaceId, personId: admin.personId } as never, {
        id: conversationId,
      })
    const before = await visitor()
    await close(before)
    await platform.jobs.drain()
    assert.deepEqual(await sentIn(before), [])
    const rules: CampaignRules = { ...defaultRules, ask_when: 'closed' }
    assert.equal((await call('PUT', 'campaign-rules', rules)).status, 200)
    const helped = await visitor()
    const annoyed = await visitor('shop làm ăn quá tệ, thất vọng')
    await close(helped)
    await close(annoyed)
    await platform.jobs.drain()
    assert.deepEqual(await sentIn(annoyed), [])
    assert.equal((await sentIn(helped)).length, 1)
    assert.equal((await talk(helped))?.status, 'closed')
    await wrote('Có ạ', helped.externalId)
    assert.deepEqual(await ledger(helped), ['asked message 3', 'given message 3'])
    assert.deepEqual(await talk(helped), { status: 'closed', waits: false, due: 0 })
    platform.clock.advance(hours(12))
    const evening = await visitor()
    await close(evening)
    await platform.jobs.drain()
    assert.deepEqual(await sentIn(evening), [])
    platform.clock.advance(hours(10))
    await platform.jobs.drain()
    assert.equal((await sentIn(evening)).length, 1)
  })

  async function website(): Promise<string> {
    assert.equal((await call('PUT', 'campaign-rules', { ...defaultRules, ask_in_chat: true })).status, 200)
    const caller = { workspaceId: admin.workspaceId, personId: admin.personId, role: 'admin' } as never
    return (await connectWebsite(platform, caller, { domains: ['shop.example'] })).account_id
  }
  const storedOf = async (messageId: string) => {
    const [stored] = await rows(
      sql<Stored>`select m.conversation_id as "conversationId", v.contact_id as "contactId" from messages m
        join conversations v on v.id = m.conversation_id where m.id = ${messageId}`,
    )
    assert.ok(stored)
    return stored
  }
  const ticked = { consent: { language: 'vi', version: 3 } }

  test('where the shop wants it, a visitor’s chat has the words of now beside a box; ticked and sent, it is consent, told once and answered', async () => {
    const widget = await website()
    const visitor = await openChat(app, widget)
    assert.deepEqual(visitor.offered, [{ language: 'vi', version: 3, words }])
    const first = newId()
    const { body, status } = await visitor.send('tiệm có gội thảo dược không ạ', first, {
      ...ticked,
      page_url: 'https://shop.example/bang-gia',
    })
    assert.equal(status, 201)
    const stored = await storedOf(body.id)
    assert.deepEqual(await ledger(stored), ['given form 3'])
    const [line] = await rows(
      sql`select c.words, c.proof, c.message_id, c.purpose, s.state from consents c join consent_states s on s.customer_id = c.customer_id
        where c.workspace_id = ${admin.workspaceId}`,
    )
    assert.deepEqual(line, {
      ...{ words, proof: 'https://shop.example/bang-gia', message_id: body.id, purpose: 'promotion', state: 'given' },
    })
    assert.match((await sentIn(stored)).at(-1)?.text ?? '', /đã ghi lại.*TC/)
    assert.equal((await talk(stored))?.due, 1)
    platform.clock.advance(minutes(1))
    await platform.jobs.drain()
    const answers = await rows(
      sql`select from messages where conversation_id = ${stored.conversationId} and author = 'bot'`,
    )
    assert.equal(answers.length, 1)
    await visitor.send('tiệm có gội thảo dược không ạ', first, ticked)
    await visitor.send('còn giờ nào không', newId(), ticked)
    assert.deepEqual(await ledger(stored), ['given form 3'])
    assert.deepEqual((await openChat(app, widget, visitor.token)).offered, [])
  })

  test('left empty it says nothing and uses up nothing; it stands in the first conversation alone', async () => {
    const widget = await website()
    const visitor = await openChat(app, widget)
    const stored = await storedOf((await visitor.send('chào tiệm')).body.id)
    assert.deepEqual(await ledger(stored), [])
    assert.equal((await openChat(app, widget, visitor.token)).offered.length, 1)
    const asks = await rows(sql`select from private.consent_asks where contact_id = ${stored.contactId}`)
    assert.equal(asks.length, 0)
    await rows(sql`update conversations set status = 'closed' where id = ${stored.conversationId}`)
    platform.clock.advance(hours(25))
    await visitor.send('lại là mình')
    assert.deepEqual((await openChat(app, widget, visitor.token)).offered, [])
  })

  test('without the shop’s word for it, to words that are not, after a refusal, or by who has no chat, no tick counts', async () => {
    const widget = await website()
    for (const [text, more] of [
      ['chào tiệm', { consent: { language: 'vi', version: 4 } }],
      ['chào tiệm', { consent: { language: 'en', version: 3 } }],
    ] as const) {
      const { body } = await (await openChat(app, widget)).send(text, newId(), more)
      assert.deepEqual(await ledger(await storedOf(body.id)), [], JSON.stringify(more))
    }
    const refuser = await openChat(app, widget)
    const refused = await storedOf((await refuser.send('TC', newId(), ticked)).body.id)
    assert.deepEqual(await ledger(refused), ['withdrawn message', 'withdrawn message'])
    await refuser.send('chào tiệm', newId(), ticked)
    assert.equal((await ledger(refused)).length, 2)
    assert.deepEqual((await openChat(app, widget, refuser.token)).offered, [])
    const nobody = await app.inject({
      ...{ method: 'POST', url: '/widget/v1/messages', headers: { authorization: 'Bearer made-up' } },
      payload: { client_id: newId(), text: 'chào', ...ticked },
    })
    assert.equal(nobody.statusCode, 401)
    const before = await openChat(app, widget)
    assert.equal((await call('PUT', 'campaign-rules', defaultRules)).status, 200)
    assert.deepEqual((await openChat(app, widget)).offered, [])
    const late = await storedOf((await before.send('chào tiệm', newId(), ticked)).body.id)
    assert.deepEqual(await ledger(late), [])
  })

  test('the shop’s rules narrow the law’s, are changed by admins alone, and stand in the log', async () => {
    const change = (part: object, who = admin) => call('PUT', 'campaign-rules', { ...defaultRules, ...part }, who)
    assert.equal((await change({}, member)).status, 403)
    for (const part of [
      { from: '06:00' },
      { until: '22:30' },
      { from: '20:00', until: '09:00' },
      { promotion_per_day: 4 },
    ])
      assert.equal((await change(part)).status, 400, JSON.stringify(part))
    const answer = await change({ from: '11:00', sender: 'Mây', label: false })
    assert.deepEqual(answer.body, { before: defaultRules })
    assert.deepEqual((await call('GET', 'campaign-rules', undefined, member)).body, {
      ...defaultRules,
      ...{ from: '11:00', sender: 'Mây', label: false },
    })
    const asked = await visitor()
    assert.equal(await askOf(asked), 'consent.ask_refused quiet_hours')
    platform.clock.advance(hours(1))
    assert.equal(await askOf(asked), 'asked')
    assert.match((await sentIn(asked))[0]?.text ?? '', /^Mây xin phép hỏi/)
    const logged = await rows(
      sql<{
        meta: object
      }>`select meta from audit_log where workspace_id = ${admin.workspaceId} and action = 'campaign-rules.changed'`,
    )
    assert.deepEqual(logged, [{ meta: { from: '11:00', sender: 'Mây', label: false } }])
  })

  test('what the shop calls itself counts towards the length of a message', async () => {
    const around = wholeText('', { purpose: 'promotion', shop: 'Tiệm gội Mây', language: 'vi' })
    const content = { texts: { vi: 'a'.repeat(maxCampaignLength - [...around].length) } }
    const { body: draft } = await call('POST', 'broadcasts', { name: 'Ưu đãi', purpose: 'promotion', content })
    const preview = () => call('POST', `broadcasts/${String(draft['id'])}/preview`, {})
    assert.equal((await preview()).status, 200)
    const sender = 'Tiệm gội Mây Trắng'
    assert.equal((await call('PUT', 'campaign-rules', { ...defaultRules, sender })).status, 200)
    assert.equal(((await preview()).body['error'] as { code: string } | undefined)?.code, 'broadcast.too_long')
  })

  test('what the words promised holds for whoever agreed to them, also after the shop has other words', async () => {
    const lan = await visitor()
    await askOf(lan)
    await wrote('Đồng ý', lan.externalId)
    await rows(sql`insert into private.send_marks (ref, workspace_id, customer_id, purpose, at)
      select ${newId()}, workspace_id, customer_id, 'promotion', ${platform.clock.now()} from contacts where id = ${lan.contactId}`)
    await rows(sql`insert into consent_texts (workspace_id, purpose, language, version, words, max_messages, in_days, made_by, created_at)
      values (${admin.workspaceId}, 'promotion', 'vi', 4, 'lời khác', 2, 7, ${admin.personId}, ${platform.clock.now()})`)
    platform.clock.advance(hours(48))
    const { body } = await call('POST', 'may-send', { contact_id: lan.contactId, purpose: 'promotion' })
    const seventhDay = new Date(platform.clock.now().getTime() + hours(24 * 5)).toISOString()
    assert.deepEqual([body['is'], body['reasons'], body['at']], ['at', ['frequency_cap'], seventhDay])
  })
})
