import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import { resumeBot } from '#features/inbox/conversations/pause-bot.ts'
import { newId } from '#platform/ids.ts'
import { testPlatform, type TestPlatform } from '#server/testing.ts'
import { type SettingsChange, settingsChange, defaultSettings } from '#shared/contracts/bot/bot-settings.contract.ts'
import { customerWrites } from '#tests/fixtures/customer-writes.ts'
import { teach } from '#tests/fixtures/teach.ts'
import { makeWorkspace, type TestWorkspace } from '#tests/fixtures/workspace.ts'
import { ask } from '../messages/ask.ts'
import { changeSettings } from '../gate/change-settings.ts'
import { readStarters } from './read-starters.ts'
import { getSettings } from './settings.ts'

const policy = `# Chính sách
## Phí giao hàng
Nội thành Hà Nội: phí ship 20.000đ. Các tỉnh thành khác: phí ship 32.000đ.
## Bình giữ nhiệt
Bình giữ nhiệt 500ml giá 240.000đ.
## Đặt sỉ
Đặt sỉ từ 20 bộ được giảm giá 10%.
`

type Decision = { text: string; act: string; rule: string | null; silent_reason: string | null }

describe('what the owner chose holds for the next message', () => {
  let platform: TestPlatform
  let shop: TestWorkspace
  let visitor: string
  let conversation: string
  before(async () => {
    platform = await testPlatform()
  })
  after(() => platform.close())
  beforeEach(async () => {
    shop = await makeWorkspace(platform)
    await teach(platform, shop.workspaceId, 'Chính sách', policy)
    visitor = newId()
  })

  const choose = (change: SettingsChange) => changeSettings(platform, shop.admin, settingsChange.parse(change))

  async function write(text: string, waitMs = 800): Promise<void> {
    conversation = await customerWrites(platform, shop, visitor, text)
    await platform.jobs.drain()
    platform.clock.advance(waitMs)
    await platform.jobs.drain()
  }
  async function lastDecision(text: string): Promise<Decision> {
    await write(text)
    const { rows } = await platform.db.asService(null, tx =>
      sql<Decision>`select coalesce(m.text, '') as text, a.act, a.trace ->> 'rule' as rule, a.silent_reason
        from answers a left join messages m on m.id = a.reply_id
        where a.conversation_id = ${conversation} order by a.up_to_seq desc limit 1`.execute(tx),
    )
    return rows[0]!
  }
  async function chat(): Promise<{ bot_status: string; waiting: boolean }> {
    const { rows } = await platform.db.asService(null, tx =>
      sql<{ bot_status: string; waiting: boolean }>`select bot_status, waiting_since is not null as waiting
        from conversations where id = ${conversation}`.execute(tx),
    )
    return rows[0]!
  }

  test('what two customers asked and the bot answered may stand in the chat box; what one asked, or nobody was told, may not', async () => {
    for (const text of ['phí ship bao nhiêu', 'phi ship bao nhieu?']) {
      visitor = newId()
      await write(text)
    }
    for (const text of ['giá bình giữ nhiệt 500ml', 'có bán hoa không']) await write(text)
    assert.deepEqual((await readStarters(platform, shop.admin)).asked, ['Phí ship bao nhiêu'])
    assert.deepEqual((await readStarters(platform, (await makeWorkspace(platform)).admin)).asked, [])
    // As soon as one of the two no longer counts, one customer is left.
    const change = (statement: RawBuilder<unknown>) =>
      platform.db.asService(shop.workspaceId, tx => statement.execute(tx))
    const one = sql`id = (select a.id from answers a join messages m on m.id = a.message_ids[1]
      where a.workspace_id = ${shop.workspaceId} and m.text = 'phí ship bao nhiêu')`
    for (const [lost, back] of [
      [sql`created_at = created_at - interval '60 days'`, sql`created_at = created_at + interval '60 days'`],
      [sql`act = 'handoff'`, sql`act = 'answer'`],
      [sql`message_ids = message_ids || message_ids`, sql`message_ids = message_ids[1:1]`],
    ] as const) {
      await change(sql`update answers set ${lost} where ${one}`)
      assert.deepEqual((await readStarters(platform, shop.admin)).asked, [])
      await change(sql`update answers set ${back} where ${one}`)
      assert.deepEqual((await readStarters(platform, shop.admin)).asked, ['Phí ship bao nhiêu'])
    }
    for (const [statement, asked] of [
      [
        sql`update messages set deleted_at = created_at where workspace_id = ${shop.workspaceId} and text = 'phí ship bao nhiêu'`,
        0,
      ],
      [sql`update messages set deleted_at = null where workspace_id = ${shop.workspaceId}`, 1],
      [sql`update answers set reply_id = null where ${one}`, 0],
    ] as const) {
      await change(statement)
      assert.equal((await readStarters(platform, shop.admin)).asked.length, asked)
    }
  })

  test('greeting, fallback and name are the shop’s own, in the customer’s language', async () => {
    assert.match((await lastDecision('chào shop')).text, /Em là Sen/)
    await choose({ name: 'Mộc', greeting_en: 'Welcome to Mộc An!' })
    assert.match((await lastDecision('chào em')).text, /Em là Mộc/)
    assert.equal((await lastDecision('hello')).text, 'Welcome to Mộc An!')
    await choose({ greeting: 'Mộc An xin chào!', fallback: 'Em hỏi lại chị Hạnh nhé.' })
    assert.equal((await lastDecision('chào shop')).text, 'Mộc An xin chào!')
    assert.equal((await lastDecision('có bán xe máy không')).text, 'Em hỏi lại chị Hạnh nhé.')
    assert.match((await lastDecision('bạn là robot à')).text, /Mộc/)
  })

  test('the tone frames what is quoted, the language may be fixed', async () => {
    assert.match((await lastDecision('bình giữ nhiệt giá bao nhiêu')).text, /^Dạ, .*240\.000đ ạ\.$/)
    await choose({ tone: 'formal' })
    assert.match((await lastDecision('phí ship nội thành bao nhiêu')).text, /^Kính gửi quý khách.*20\.000đ/s)
    await choose({ tone: 'brief' })
    assert.doesNotMatch((await lastDecision('phí ship nội thành bao nhiêu')).text, /^Dạ|Kính/)
    await choose({ tone: 'warm', language_policy: 'vi' })
    assert.match((await lastDecision('hello')).text, /Dạ em chào mình/)
    await choose({ language_policy: 'en' })
    assert.match((await lastDecision('chào shop')).text, /^Hello/)
  })

  test('a forbidden subject goes to a person or is declined, in a question as in a quote', async () => {
    await choose({ never_say: ['giảm giá'], hand_over_pauses: false })
    const asked = await lastDecision('shop có giam gia ko')
    assert.deepEqual([asked.act, asked.rule], ['handoff', 'never_say'])
    assert.ok((await chat()).waiting)
    const quoted = await lastDecision('đặt sỉ 20 bộ được giảm bao nhiêu')
    assert.equal(quoted.rule, 'never_say')
    assert.doesNotMatch(quoted.text, /10%/)
    await choose({ never_say_act: 'refuse' })
    const declined = await lastDecision('có giảm giá không ạ')
    assert.deepEqual([declined.act, declined.rule], ['refuse', 'never_say'])
    assert.equal((await lastDecision('phí ship nội thành bao nhiêu')).act, 'answer')
  })

  test('the shop’s words call a person; the bot pauses for that or goes on', async () => {
    await choose({ hand_over_words: ['khắc tên'], hand_over_pauses: false })
    assert.deepEqual(
      [(await lastDecision('shop có khac ten ko')).rule, await chat()],
      ['hand_over_word', { bot_status: 'on', waiting: true }],
    )
    await choose({ hand_over_pauses: true })
    await lastDecision('em muốn khắc tên lên bình')
    assert.equal((await chat()).bot_status, 'off')
    await resumeBot(platform, shop.admin, { id: conversation })
    assert.equal((await lastDecision('khác tên thì sao')).rule, null)
  })

  test('what it does not know calls a person only where the owner wants that, and says so truly', async () => {
    await choose({ hand_over_unsure: false })
    assert.doesNotMatch((await lastDecision('có bán xe máy không')).text, /đã nhờ/)
    const both = (await lastDecision('phí ship nội thành bao nhiêu? có bán vé máy bay không?')).text
    assert.match(both, /20\.000đ[^]*“có bán vé máy bay không\?” thì em chưa biết ạ\.$/)
    assert.equal((await chat()).waiting, false)
    await choose({ hand_over_unsure: true })
    assert.match((await lastDecision('có bán xe đạp không')).text, /đã nhờ/)
    assert.equal((await chat()).waiting, true)
  })

  test('outside of the hours it answers and tells when people are back, or says only that, once and for free', async () => {
    const closed = Array.from({ length: 7 }, () => null)
    const hours = [...closed]
    await choose({ hours })
    assert.match((await lastDecision('phí ship nội thành bao nhiêu')).text, /20\.000đ/)
    assert.match((await lastDecision('có bán xe máy không')).text, /ngoài giờ.*khi shop mở cửa lại/s)
    await choose({ outside_hours: 'wait' })
    const first = await lastDecision('phí ship nội thành bao nhiêu')
    assert.match(first.text, /ngoài giờ/)
    assert.doesNotMatch(first.text, /20\.000/)
    assert.deepEqual(await chat(), { bot_status: 'on', waiting: true })
    const used = async () =>
      (
        await platform.db.asService(null, tx =>
          sql<{ used: number; counted: number }>`select used::int, (select sum(answered)::int
              from private.statistics_hourly where workspace_id = ${shop.workspaceId}) as counted
            from usage_counters where workspace_id = ${shop.workspaceId} and metric = 'messages'`.execute(tx),
        )
      ).rows[0]
    const before = await used()
    assert.deepEqual(before, { used: 2, counted: 2 })
    const again = await lastDecision('alo')
    assert.deepEqual([again.text, again.silent_reason, await used()], ['', 'outside_hours', before])
    await choose({ hours: closed.map(() => ({ open: '00:00', close: '23:59' })) })
    assert.match((await lastDecision('phí ship nội thành bao nhiêu')).text, /20\.000đ/)
  })

  test('the reply waits as long as was chosen', async () => {
    await choose({ reply_delay_ms: 5000 })
    await write('phí ship nội thành bao nhiêu', 4999)
    const count = async () =>
      (
        await platform.db.asService(null, tx =>
          sql`select 1 from answers where conversation_id = ${conversation}`.execute(tx),
        )
      ).rows.length
    assert.equal(await count(), 0)
    platform.clock.advance(1)
    await platform.jobs.drain()
    assert.equal(await count(), 1)
  })

  test('the threshold is the owner’s', async () => {
    await choose({ threshold: 1 })
    assert.equal((await lastDecision('phí ship nội thành bao nhiêu')).act, 'abstain')
  })

  test('the shop’s words for its goods are understood', async () => {
    assert.equal((await lastDecision('phích nước bao tiền')).act, 'abstain')
    await choose({ synonyms: [['phích nước', 'bình giữ nhiệt']] })
    assert.match((await lastDecision('phích nước giá bao nhiêu')).text, /240\.000đ/)
    assert.match((await lastDecision('phich nuoc gia bao nhieu')).text, /240\.000đ/)
  })

  test('the playground tries what is not saved, keeps the chat’s turns, and leaves inbox and meters alone', async () => {
    const asked = async (text: string, rest: object = {}) =>
      (await ask(platform, shop.admin, { text, history: [], ...rest })) as { act: string; reply: string; trace: object }
    const tried = await asked('phí ship nội thành bao nhiêu', { settings: { tone: 'formal' } })
    assert.match(tried.reply, /^Kính gửi/)
    assert.ok(tried.trace)
    assert.match((await asked('phí ship nội thành bao nhiêu')).reply, /^Dạ/)
    const settings = { hours: defaultSettings.hours, outside_hours: 'wait' as const }
    assert.match((await asked('phí ship bao nhiêu', { settings, hours: 'closed' })).reply, /ngoài giờ/)
    assert.deepEqual(await getSettings(platform, shop.admin), defaultSettings)
    const { rows } = await platform.db.asService(null, tx =>
      sql<{ n: number }>`select count(*)::int as n from conversations where workspace_id = ${shop.workspaceId}`.execute(
        tx,
      ),
    )
    assert.equal(rows[0]?.n, 0)
  })

  test('a change names what it changes in the audit log; the same again changes nothing', async () => {
    await choose({ tone: 'brief', name: 'Mộc' })
    const after = await choose({ tone: 'brief' })
    assert.deepEqual(after, { ...defaultSettings, tone: 'brief', name: 'Mộc' })
    const { rows } = await platform.db.asService(null, tx =>
      sql<{ meta: object; actor: string }>`select meta, actor from audit_log
        where workspace_id = ${shop.workspaceId} and action = 'bot.settings-changed'`.execute(tx),
    )
    assert.deepEqual(rows, [{ meta: { changed: ['name', 'tone'] }, actor: shop.admin.personId }])
  })

  test('the picture lies in the shop’s own folder', async () => {
    const avatar = `${shop.workspaceId}/${newId()}`
    await choose({ avatar })
    assert.equal((await getSettings(platform, shop.admin)).avatar, avatar)
    await assert.rejects(choose({ avatar: `${newId()}/${newId()}` }), { code: 'request.invalid' })
    assert.equal((await choose({ avatar: null })).avatar, null)
  })

  test('what makes no sense is refused', () => {
    const refused: object[] = [
      { name: ' ' },
      { avatar: '../../etc/passwd' },
      { hours: [null] },
      { hours: Array.from({ length: 7 }, () => ({ open: '8:00', close: '20:00' })) },
      { hours: Array.from({ length: 7 }, () => ({ open: '08:00', close: '08:00' })) },
      { synonyms: [['một mình']] },
      { reply_delay_ms: 60_000 },
      { threshold: 2 },
    ]
    for (const change of refused) assert.equal(settingsChange.safeParse(change).success, false, JSON.stringify(change))
  })
})
