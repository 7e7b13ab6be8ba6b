import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { days, hours } from '#platform/clock.ts'
import { programForTests } from '#tests/setup/program.ts'
import { securityCookieName, securityTokenHeader } from '#shared/rules/website/security-token.ts'
import { readMailbox } from '#tests/drivers/mailbox.ts'
import { makeWorkspace } from '#tests/fixtures/workspace.ts'
import { forgetOldRequests } from './take-contact-request.ts'

const token = 'a1'.repeat(32)
const withToken = { [securityTokenHeader]: token, cookie: `other=1; ${securityCookieName(false)}=${token}` }

describe('the contact page', () => {
  const program = programForTests({ settings: { SUPPORT_EMAIL: 'help@sen.example', BRAND_NAME: 'Sen' } })
  beforeEach(() => program.platform.clock.advance(days(1)))

  function send(payload: object, headers: Record<string, string> = withToken) {
    return program.app.inject({ method: 'POST', url: '/api/v1/contact-requests', headers, payload })
  }
  async function storedRequests() {
    const { rows } = await program.platform.db.asService(null, tx =>
      sql<{ name: string; contact: string; message: string; language: string }>`select name, contact, message, language
        from private.contact_requests order by created_at, id`.execute(tx),
    )
    return rows
  }

  test('keeps the request, tells who answers, and thanks the sender without repeating a word', async () => {
    const answer = await send(
      { email_or_phone: 'hanh@gom.vn', name: 'Thu Hạnh', message: 'Cho hỏi giá\0 gói Pro\nvà cách thanh toán' },
      { ...withToken, 'accept-language': 'vi' },
    )
    assert.equal(answer.statusCode, 201)
    assert.deepEqual(await storedRequests(), [
      { name: 'Thu Hạnh', contact: 'hanh@gom.vn', message: 'Cho hỏi giá gói Pro\nvà cách thanh toán', language: 'vi' },
    ])
    await program.platform.jobs.drain()
    const mails = readMailbox(program.platform)
    const notice = mails.find(mail => mail.to === 'help@sen.example')
    assert.match(notice?.subject ?? '', /hanh@gom\.vn/)
    assert.match(notice?.text ?? '', /Cho hỏi giá gói Pro\n\nvà cách thanh toán/)
    const thanks = mails.find(mail => mail.to === 'hanh@gom.vn')
    assert.match(thanks?.subject ?? '', /Sen đã nhận được/)
    assert.doesNotMatch(thanks?.text ?? '', /gói Pro|Hạnh/)
  })

  test('a number will do, in English too; an address is thanked once a day', async () => {
    const before = readMailbox(program.platform).length
    assert.equal((await send({ phone: '+84 903 218 447' }, { ...withToken, 'accept-language': 'en' })).statusCode, 201)
    assert.equal((await send({ email: 'once@gom.vn' })).statusCode, 201)
    assert.equal((await send({ email: 'Once@gom.vn', message: 'again' })).statusCode, 201)
    await program.platform.jobs.drain()
    const mails = readMailbox(program.platform).slice(before)
    assert.equal(mails.filter(mail => mail.to === 'help@sen.example').length, 3)
    assert.equal(mails.filter(mail => mail.to.toLowerCase() === 'once@gom.vn').length, 1)
    const rows = await storedRequests()
    assert.ok(rows.some(row => row.contact === '+84903218447' && row.language === 'en'))
  })

  test('without the token twice over, nothing is taken', async () => {
    const before = (await storedRequests()).length
    const body = { email: 'a@gom.vn' }
    const other = 'b2'.repeat(32)
    for (const headers of [
      {},
      { [securityTokenHeader]: token },
      { cookie: withToken.cookie },
      { ...withToken, [securityTokenHeader]: other },
      { [securityTokenHeader]: 'abc', cookie: `${securityCookieName(false)}=abc` },
      { ...withToken, origin: 'https://thief.example' },
      { ...withToken, 'sec-fetch-site': 'cross-site' },
    ] as Record<string, string>[]) {
      const answer = await send(body, headers)
      assert.equal(answer.statusCode, 403, JSON.stringify(headers))
      assert.equal(answer.json().error.code, 'site.token_wrong')
    }
    assert.equal((await send({ ...body, token }, { cookie: withToken.cookie })).statusCode, 201, 'in a field')
    const secure = { [securityTokenHeader]: token, cookie: `${securityCookieName(true)}=${token}` }
    assert.equal((await send(body, secure)).statusCode, 201, 'under TLS')
    assert.equal((await storedRequests()).length, before + 2)
  })

  test('what cannot be answered is refused with words', async () => {
    for (const body of [{}, { email_or_phone: 'hanh' }, { email: 'hanh@' }, { phone: '12' }]) {
      const answer = await send(body)
      assert.equal(answer.json().error.code, 'site.contact_wrong', JSON.stringify(body))
    }
    const long = await send({ email: 'a@gom.vn', message: 'à'.repeat(2001) })
    assert.equal(long.json().error.code, 'site.message_too_long')
  })

  test('ten an hour from one place', async () => {
    const codes: number[] = []
    for (let n = 0; n < 11; n++) codes.push((await send({ phone: '0903218447' })).statusCode)
    assert.deepEqual(codes.slice(0, 10), Array(10).fill(201))
    assert.equal(codes[10], 429)
    program.platform.clock.advance(hours(1))
    assert.equal((await send({ phone: '0903218447' })).statusCode, 201)
  })

  test('the form of a browser without scripts comes back to the page', async () => {
    const form = (url: string, fields: Record<string, string>, headers: Record<string, string>) =>
      program.app.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        payload: new URLSearchParams(fields).toString(),
      })
    const ours = { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' }
    const fields = { name: 'Hạnh', email_or_phone: '0903 218 447', message: 'Gọi lại giúp mình', token: '' }
    const sent = await form('/contact', fields, ours)
    assert.equal(sent.statusCode, 303)
    assert.equal(sent.headers.location, '/contact?sent=1#request')
    assert.equal((await storedRequests()).at(-1)?.message, 'Gọi lại giúp mình')
    const wrong = await form('/en/contact', { ...fields, email_or_phone: '?' }, ours)
    assert.equal(wrong.headers.location, '/en/contact?problem=site.contact_wrong#request')
    for (const headers of [{}, { origin: 'https://thief.example' }, { origin: 'null' }] as Record<string, string>[]) {
      const refused = await form('/contact', fields, headers)
      assert.equal(refused.headers.location, '/contact?problem=site.token_wrong#request')
    }
  })

  test('a year later a request is gone', async () => {
    assert.ok((await storedRequests()).length > 0)
    await forgetOldRequests(program.platform)
    assert.ok((await storedRequests()).length > 0)
    program.platform.clock.advance(days(363))
    await forgetOldRequests(program.platform)
    assert.ok((await storedRequests()).length > 0)
    program.platform.clock.advance(days(3))
    await forgetOldRequests(program.platform)
    assert.equal((await storedRequests()).length, 0)
  })
})

describe('the contact page of an installation that asks for proof and names no address', () => {
  const program = programForTests({ settings: { HUMAN_CHECK: 'auto' } })

  test('a program that shows nothing, or something else, is turned away', async () => {
    const send = (human_check: string) =>
      program.app.inject({
        method: 'POST',
        url: '/api/v1/contact-requests',
        headers: withToken,
        payload: { email: 'a@gom.vn', human_check },
      })
    assert.equal((await send('')).json().error.code, 'site.human_missing')
    assert.equal((await send('pow:abc:def')).json().error.code, 'site.human_refused')
  })

  test('without scripts nobody can show it: three an hour, no more', async () => {
    const { admin } = await makeWorkspace(program.platform)
    await program.platform.db.asService(null, tx =>
      sql`update people set is_operator = true where id = ${admin.personId}`.execute(tx),
    )
    const places: unknown[] = []
    for (let n = 0; n < 4; n++) {
      const answer = await program.app.inject({
        method: 'POST',
        url: '/contact',
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://localhost:3000' },
        payload: 'email_or_phone=0903218447',
      })
      places.push(answer.headers.location)
    }
    assert.deepEqual(places.slice(0, 3), Array(3).fill('/contact?sent=1#request'))
    assert.equal(places[3], '/contact?problem=request.too_many#request')
    await program.platform.jobs.drain()
    assert.equal(readMailbox(program.platform).filter(mail => mail.to === admin.email).length, 3, 'to the operator')
  })
})
