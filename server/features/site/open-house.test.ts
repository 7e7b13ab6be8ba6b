import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { openWorkspace } from '#features/workspaces/open-workspace.ts'
import { seconds } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { testApp, testPlatform, type TestPlatform } from '#server/testing.ts'
import { widgetTexts } from '#shared/texts/chat/widget-texts.ts'
import { bankSettings } from '#tests/drivers/bank-driver.ts'
import { joinHouse } from './join-house.ts'
import { openHouse } from './open-house.ts'

const ourPage = 'http://localhost:3000'

describe('the product’s own workspace', () => {
  let platform: TestPlatform
  let app: FastifyInstance
  before(async () => {
    platform = await testPlatform({
      settings: {
        BRAND_NAME: 'Sen',
        PUBLIC_URL: ourPage,
        ...bankSettings,
        STRIPE_SECRET_KEY: 'sk_test_1',
        STRIPE_WEBHOOK_SECRET: 'whsec_1',
        PAYONEER_MERCHANT_CODE: 'SEN',
        PAYONEER_API_TOKEN: 'token',
      },
    })
    app = await testApp(platform)
  })
  after(async () => {
    await app.close()
    await platform.close()
  })

  async function rows<T>(statement: ReturnType<typeof sql<T>>): Promise<T[]> {
    return (await platform.db.asService(null, tx => statement.execute(tx))).rows
  }
  /** In one conversation; the last reply. */
  async function ask(...texts: string[]): Promise<string> {
    const house = await openHouse(platform)
    const post = (url: string, payload: object, headers = {}) => app.inject({ method: 'POST', url, payload, headers })
    const { ticket } = (await post('/widget/v1/ticket', { widget: house?.widget }, { origin: ourPage })).json()
    const session = { widget: house?.widget, ticket, page_url: ourPage, locale: 'vi' }
    const { visitor_token: token } = (await post('/widget/v1/sessions', session)).json()
    const headers = { authorization: `Bearer ${token}` }
    for (const text of texts) {
      await post('/widget/v1/messages', { client_id: newId(), text }, headers)
      platform.clock.advance(seconds(5))
      await platform.jobs.drain()
    }
    const { messages } = (await app.inject({ url: '/widget/v1/messages', headers })).json()
    return messages.at(-1).author === 'bot' ? messages.at(-1).text : ''
  }

  test('is made once, however many start at the same time', async () => {
    const opened = await Promise.all(Array.from({ length: 5 }, () => openHouse(platform)))
    assert.equal(new Set(opened.map(house => house?.widget)).size, 1)
    assert.deepEqual(await rows(sql`select kind, name from workspaces`), [{ kind: 'house', name: 'Sen' }])
    assert.deepEqual(await rows(sql`select name, status from channels`), [{ name: 'Sen', status: 'connected' }])
    const domains = await rows<{ host: string }>(sql`select host from website_domains order by host`)
    assert.deepEqual(
      domains.map(row => row.host),
      ['127.0.0.1', 'localhost'],
    )
    assert.deepEqual(await rows(sql`select distinct hard_limit from usage_counters`), [{ hard_limit: null }])
  })

  test('learns the guide in both languages, and not twice', async () => {
    await platform.jobs.drain()
    const trained = sql`select title, status, version from sources order by title`
    const both = [
      { title: 'Hướng dẫn sử dụng', status: 'processed', version: 1 },
      { title: 'User guide', status: 'processed', version: 1 },
    ]
    assert.deepEqual(await rows(trained), both)
    await openHouse(platform)
    await platform.jobs.drain()
    assert.deepEqual(await rows(trained), both)
  })

  async function wronglyAnswered(asked: [string, RegExp][]): Promise<string[]> {
    const wrong: string[] = []
    for (const [question, answer] of asked) {
      const reply = await ask(question)
      if (!answer.test(reply)) wrong.push(`${question} ${reply}`)
    }
    return wrong
  }

  test('answers from it, with what this installation has set', async () => {
    assert.match(await ask('Dùng thử được mấy ngày?'), /7 ngày/)
    assert.match(await ask('Gói Pro giá bao nhiêu?'), /699\.000đ/)
    assert.match(await ask('Kết nối Messenger thế nào?'), /đăng nhập Facebook/)
    assert.doesNotMatch(await ask('Làm sao kết nối website?'), /\{\{|!\[/)
    assert.match(await ask('Bên mình có hoàn tiền không?'), /7 ngày/)
    assert.match(await ask('Thanh toán bằng cách nào?'), /VietQR/)
    assert.match(await ask('Mời thêm người vào đội thế nào?'), /Đội ngũ/)
    assert.match(await ask('How do I get a refund?'), /refund/i)
  })

  test('answers its own suggestions, in both languages', async () => {
    const answers = {
      houseStarterPrice: { vi: /299\.000đ.*699\.000đ.*gói Riêng/, en: /\$12\.00.*\$29\.00.*custom plans/ },
      houseStarterTrial: { vi: /dùng thử được 7 ngày/, en: /free for 7 days/ },
      houseStarterTrain: { vi: /Có ba cách dạy/, en: /three ways to teach/ },
    }
    const asked = Object.entries(answers).flatMap(([name, byLanguage]) =>
      (['vi', 'en'] as const).map((language): [string, RegExp] => [
        widgetTexts(language)[name as keyof typeof answers],
        byLanguage[language],
      ]),
    )
    assert.deepEqual(await wronglyAnswered(asked), [])
  })

  test('answers what visitors ask before they sign up, in their language', async () => {
    const asked: [string, RegExp][] = [
      ['giá bao nhiêu v shop', /299\.000đ[\s\S]*699\.000đ/],
      ['Có nối được Zalo cá nhân không?', /Zalo cá nhân không nối được/],
      ['Có nối được Instagram không?', /chưa hỗ trợ Instagram/],
      ['Lấy mã nhúng website ở đâu?', /bấm “Kết nối website”/],
      ['Dữ liệu lưu ở đâu?', /trên máy chủ/],
      ['Muốn huỷ gói thì làm sao?', /Ngừng gia hạn/],
      ['Có xuất hoá đơn VAT không?', /Yêu cầu hoá đơn điện tử/],
      ['Giới thiệu bạn bè được bao nhiêu?', /20% đơn đầu/],
      ['Hết tin trong tháng thì sao, mua thêm được không?', /Mua thêm tin nhắn/],
      ['Có app điện thoại không?', /Không cần cài app/],
      ['Làm sao xoá tài khoản?', /bấm “Xoá tài khoản”/],
      ['Bao lâu thì nhận được tiền hoàn?', /5 đến 7 ngày làm việc/],
      ['How do I connect Zalo?', /To connect Zalo, open Connect/],
      ['Is my data safe?', /kept safe on the server/],
      ['How do I cancel?', /Stop renewing/],
      ['Can I get a VAT invoice?', /Request an e-invoice/],
      ['How many team members can I invite?', /3 team members/],
      ['bảng giá', /299\.000đ/],
      ['phí dịch vụ thế nào?', /299\.000đ/],
      ['có dùng thử không', /7 ngày/],
      ['Sen là gì?', /bot/],
      ['What is Sen?', /an AI bot/],
      ['What are your prices?', /\$12/],
      ['How can I pay?', /VietQR/],
      ['how much is it?', /\$12/],
      ['do you have an API?', /there is an API/],
      ['is there an API?', /there is an API/],
      ['Where are you located?', /located in Vietnam/],
      ['where are you?', /located in Vietnam/],
      ['where are you based', /located in Vietnam/],
      ['Có API không?', /Có API/],
      ['ở đâu vậy?', /ở Việt Nam/],
      ['bên mình ở đâu ạ', /ở Việt Nam/],
      ['shop o dau v', /ở Việt Nam/],
    ]
    assert.deepEqual(await wronglyAnswered(asked), [])
    const price = await ask('How much is the Pro plan?')
    assert.match(price, /\$29\.00 a month/)
    assert.doesNotMatch(price, /Vietnamese\)/)
  })

  test('answers in English after Vietnamese turns', async () => {
    assert.match(await ask('Sen là gì?', 'how much is it?'), /\$12/)
    assert.match(await ask('Có nối được Zalo cá nhân không?', 'how much is it?'), /\$12/)
    assert.match(await ask('Dùng thử được mấy ngày?', 'where are you?'), /located in Vietnam/)
  })

  test('answers what a shop’s owner weighs before buying, with marks, without them, and in English', async () => {
    const asked: [string, RegExp][] = [
      ['goi nao re nhat', /Hobby, phù hợp với shop nhỏ/],
      ['Gói Hobby và Pro khác nhau thế nào?', /khác nhau ở hạn mức/],
      ['dung thu may ngay', /7 ngày/],
      ['Hết 7 ngày dùng thử có tự trừ tiền không?', /không tự trừ tiền/],
      ['Gắn chat lên website WordPress thế nào?', /cài một plugin chèn mã/],
      ['Mời nhân viên vào thế nào?', /bấm “Mời người”/],
      ['Nhân viên có xem được thanh toán không?', /không xem được thanh toán/],
      ['Thêm nhân viên được mấy người?', /gói Hobby mời được tới 3 người/],
      ['cai dat co kho khong', /không cần biết lập trình/],
      ['Có trả bằng Momo được không?', /Chưa trả được bằng MoMo/],
      ['chuyen khoan bao lau thi kich hoat', /sau 2 đến 10 phút/],
      ['Cài đặt mất bao lâu?', /2 đến 3 giờ/],
      ['Giới thiệu bạn bè có được hoa hồng không?', /hoa hồng 20% đơn đầu/],
      ['Tắt bot để tự trả lời được không?', /lúc nào cũng được/],
      ['Dạy bot bằng file Excel được không?', /lưu thành CSV/],
      ['Bot có chốt đơn được không?', /không tự chốt đơn/],
      ['Bot có trả lời bình luận Facebook không?', /không trả lời bình luận/],
      ['Không nhận được email xác nhận', /Gửi lại thư/],
      ['Tôi xuất dữ liệu ra được không?', /Tạo bản sao dữ liệu/],
      ['Sen có dùng được cho nhà hàng không?', /mọi cửa hàng/],
      ['Liên hệ hỗ trợ ở đâu?', /\/contact\)/],
      ['How long does set-up take?', /2 to 3 hours/],
      ['Can I cancel anytime?', /Stop renewing/],
      ['How do I invite my staff?', /press “Invite”/],
      ['Does it work at night?', /day and night/],
      ['Which payment methods do you accept?', /VietQR.*Payoneer/],
      ['Can I export my data?', /Request a copy of my data/],
      ['What if the bot gives a wrong answer?', /Improve this answer/],
      ['Is there a mobile app?', /You need no mobile app/],
    ]
    assert.deepEqual(await wronglyAnswered(asked), [])
  })

  test('passes on who wants a person, and does not play along with nonsense', async () => {
    assert.match(await ask('Tôi muốn nói chuyện với người thật'), /nhân viên/)
    for (const question of ['Thời tiết Hà Nội hôm nay thế nào?', 'asdfgh qwerty zxc', 'Sen khác gì với ManyChat?'])
      assert.match(await ask(question), /\/contact/, question)
    assert.match(await ask('What is the capital of France?'), /\/en\/contact/)
  })

  test('says honestly what it does not know, and where to ask people; and goes on answering', async () => {
    assert.match(await ask('Bên mình có bán xe máy điện VinFast không?'), /localhost:3000\/contact/)
    const [row] = await rows<{ bot: string }>(sql`select min(bot_status) as bot from conversations`)
    assert.equal(row?.bot, 'on')
  })

  test('follows a new price, a new brand and a new address; an operator’s own words stay', async () => {
    await rows(sql`update prices set amount = 712000 where plan = 'pro' and interval = 'month' and currency = 'VND'`)
    const first = JSON.stringify([
      ['kết nối', 'nối', 'liên kết với'],
      ['fanpage', 'messenger', 'facebook'],
    ])
    await rows(sql`update bot_settings set greeting_en = 'Hello from us', synonyms = ${first}::jsonb`)
    Object.assign(platform.config, { publicUrl: 'https://sen.example.vn', BRAND_NAME: 'Sen Việt' })
    await openHouse(platform)
    await platform.jobs.drain()
    const [words] = await rows<Record<string, string>>(sql`select greeting, greeting_en, fallback from bot_settings`)
    assert.match(words?.['greeting'] ?? '', /bot của Sen Việt/)
    assert.match(words?.['fallback'] ?? '', /https:\/\/sen\.example\.vn\/contact/)
    assert.equal(words?.['greeting_en'], 'Hello from us')
    assert.deepEqual(await rows(sql`select host from website_domains`), [{ host: 'sen.example.vn' }])
    assert.deepEqual(await rows(sql`select distinct version, status from sources`), [
      { version: 2, status: 'processed' },
    ])
    Object.assign(platform.config, { publicUrl: ourPage, BRAND_NAME: 'Sen' })
    await openHouse(platform)
    await platform.jobs.drain()
    assert.match(await ask('Gói Pro giá bao nhiêu?'), /712\.000đ/)
    assert.match(await ask('where are you?'), /located in Vietnam/, 'learned where the house is older')
  })

  test('has the operators as admins; each still opens a shop, and means it unless another is named', async () => {
    const personId = newId()
    const person = {
      person_id: personId,
      email: 'op@sen.example',
      full_name: 'Trần An',
      language: 'vi' as const,
      invitation: false,
    }
    await rows(sql`insert into people (id, email, full_name, joined_at, email_verified)
      values (${personId}, ${person.email}, ${person.full_name}, now(), true)`)
    await platform.db.asService(null, async tx => {
      await sql`update people set is_operator = true where id = ${personId}`.execute(tx)
      await joinHouse(platform, tx)
      await joinHouse(platform, tx)
    })
    await openWorkspace(platform, person)
    const places = await rows<{ kind: string; role: string }>(sql`select w.kind, m.role from members m
      join workspaces w on w.id = m.workspace_id where m.person_id = ${personId} order by w.kind`)
    assert.deepEqual(places, [
      { kind: 'house', role: 'admin' },
      { kind: 'shop', role: 'admin' },
    ])
  })
})
