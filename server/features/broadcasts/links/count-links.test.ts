import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { z } from 'zod'
import { receiveMessage } from '#features/inbox/arrivals/receive-message.ts'
import { days, hours, minutes } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { runCommand } from '#server/run-command.ts'
import { testApp, testPlatform, type TestPlatform } from '#server/testing.ts'
import { broadcastDraft } from '#shared/contracts/campaigns/broadcasts.contract.ts'
import { linksTexts } from '#shared/texts/campaigns/links-texts.ts'
import { makeWorkspace } from '#tests/fixtures/workspace.ts'
import { retryBroadcast } from '../sending/retry-broadcast.ts'
import { makeBroadcast } from '../drafts/drafts.ts'
import { forgetOldLinks } from '../forget-marks-and-runs.ts'
import { listRecipients } from '../audience/list-recipients.ts'
import { previewBroadcast } from '../drafts/preview-broadcast.ts'
import { startBroadcast } from '../sending/start.ts'
import { advanceBroadcasts } from '../sending/advance-broadcasts.ts'
import { tryBroadcast } from '../drafts/try-broadcast.ts'
import { forgetLinksOf } from './count-links.ts'

const phone =
  'Mozilla/5.0 (Linux; Android 13; CUBOT NOTE 21) AppleWebKit/537.36 Mobile Safari/537.36 Zalo android/12070723'
const machines = [
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'curl/8.5.0',
  '',
]
const textWithLinks = 'Xem thẻ ở https://may.example/the. Giá: https://may.example/gia?thang=11'

describe('links in campaigns', () => {
  let platform: TestPlatform
  let app: FastifyInstance
  before(async () => {
    platform = await testPlatform()
    app = await testApp(platform)
    const now = platform.clock.now().getTime()
    const morning = new Date(`${platform.clock.now().toISOString().slice(0, 10)}T03:00:00Z`).getTime() + hours(24)
    platform.clock.advance(morning - now)
  })
  after(async () => {
    await app.close()
    await platform.close()
  })

  const rows = async <T>(statement: ReturnType<typeof sql<T>>): Promise<T[]> =>
    (await platform.db.asService(null, tx => statement.execute(tx))).rows

  async function shop(customers = 1, status = 'active') {
    const { workspaceId, channelId, admin } = await makeWorkspace(platform)
    await rows(sql`update subscriptions set status = ${status} where workspace_id = ${workspaceId}`)
    for (let at = 0; at < customers; at++)
      await platform.db.asService(workspaceId, tx =>
        receiveMessage(platform, tx, {
          ...{ workspaceId, channelId, source: 'website', text: 'chào shop', clientId: newId() },
          contact: { externalId: newId(), name: `Khách ${at}` },
        }),
      )
    await rows(sql`delete from private.jobs where key like 'answer:%'`)
    await rows(sql`update conversations set waiting_since = null, last_message_at = last_message_at - interval '2 hours'
      where workspace_id = ${workspaceId}`)
    const drafted = async (change: z.input<typeof broadcastDraft> = {}) => {
      const draft = {
        name: 'Nhắc dùng thẻ',
        purpose: 'service' as const,
        content: { texts: { vi: textWithLinks } },
        ...change,
      }
      return (await makeBroadcast(platform, admin, broadcastDraft.parse(draft))).id
    }
    const counted = (id: string) => previewBroadcast(platform, admin, { id, confirmed: true })
    return {
      ...{ workspaceId, admin, drafted, counted },
      async sent(change: z.input<typeof broadcastDraft> = {}) {
        const id = await drafted(change)
        const { preview_id } = await counted(id)
        await startBroadcast(platform, admin, { id, preview_id, max_cost: 0 })
        await platform.jobs.drain()
        return id
      },
      texts: async (id: string) =>
        (
          await rows(
            sql<{
              text: string
            }>`select text from messages where workspace_id = ${workspaceId} and origin_id = ${id} order by id`,
          )
        ).map(({ text }) => text),
      async counters(id: string) {
        await rows(sql`update broadcasts set counted_at = null where id = ${id}`)
        await advanceBroadcasts(platform)
        const [row] = await rows(
          sql<{
            counters: { clicked: number; links: object[]; variants: object }
          }>`select counters from broadcasts where id = ${id}`,
        )
        return row?.counters
      },
    }
  }
  const codesIn = (text = '') => [...text.matchAll(/\/l\/[a-z0-9]{12}\b/g)].map(match => match[0])
  const follow = (
    url: string,
    headers: Record<string, string> = { 'user-agent': phone },
    method: 'GET' | 'HEAD' = 'GET',
  ) => app.inject({ method, url, headers, remoteAddress: '203.113.0.1' })

  test('everybody gets addresses of their own, which lead where the author wrote, and count people, not presses', async () => {
    const { sent, texts, counters, admin } = await shop(2)
    const id = await sent()
    const all = await texts(id)
    const codes = all.map(codesIn)
    assert.deepEqual(
      codes.map(one => one.length),
      [2, 2],
    )
    assert.equal(new Set(codes.flat()).size, 4)
    assert.ok(all.every(text => !text.includes('may.example') && text.includes(`${platform.config.publicUrl}/l/`)))
    assert.match(all[0] ?? '', /\/l\/[a-z0-9]{12}\. Giá: /)
    const [the = '', price = ''] = codes[0] ?? []
    for (const url of [the, the, price, the.toUpperCase().replace('/L/', '/l/')]) {
      const { statusCode, headers } = await follow(url)
      assert.deepEqual(
        [statusCode, headers.location],
        [302, url === price ? 'https://may.example/gia?thang=11' : 'https://may.example/the'],
      )
      assert.deepEqual(
        [headers['set-cookie'], headers['cache-control'], headers['referrer-policy']],
        [undefined, 'no-store', 'no-referrer'],
      )
    }
    await follow(codes[1]?.[0] ?? '')
    const found = await counters(id)
    assert.equal(found?.clicked, 2)
    assert.deepEqual(found?.links, [
      { target: 'https://may.example/the', n: 2 },
      { target: 'https://may.example/gia?thang=11', n: 1 },
    ])
    const { recipients } = await listRecipients(platform, admin, { id, limit: 50 })
    assert.ok(recipients.every(one => one.clicked_at && !one.answered_at))
  })

  test('of two texts each counts its own people', async () => {
    const { sent, texts, counters } = await shop(24)
    const id = await sent({
      content: { texts: { vi: textWithLinks }, b: { texts: { vi: 'Thẻ: https://may.example/the' } } },
    })
    const all = await texts(id)
    const [first] = all.filter(text => text.startsWith('Thẻ:')).map(codesIn)
    assert.ok(first)
    await follow(first[0] ?? '')
    const variants = (await counters(id))?.variants as Record<'a' | 'b', { clicked: number }>
    assert.deepEqual([variants.a.clicked, variants.b.clicked], [0, 1])
  })

  test('who only fetches what it leads to is led there and not counted', async () => {
    const { sent, texts, counters } = await shop()
    const id = await sent()
    const [url = ''] = codesIn((await texts(id))[0])
    for (const agent of machines) assert.equal((await follow(url, { 'user-agent': agent })).statusCode, 302, agent)
    assert.equal((await follow(url, { 'user-agent': phone, 'sec-purpose': 'prefetch;prerender' })).statusCode, 302)
    assert.equal((await follow(url, { 'user-agent': phone }, 'HEAD')).statusCode, 302)
    assert.equal((await counters(id))?.clicked, 0)
    await follow(url)
    assert.equal((await counters(id))?.clicked, 1)
  })

  test('who is on trial sends links as they are written, and nothing of ours leads to them', async () => {
    const { sent, texts, counters, counted, drafted } = await shop(1, 'trialing')
    const id = await sent()
    assert.ok((await texts(id))[0]?.startsWith(textWithLinks))
    assert.deepEqual((await counters(id))?.links, [])
    assert.equal((await counted(await drafted())).preview.counts_links, false)
  })

  test('what is counted beforehand shows how it will read; a trial of the team leads straight there', async () => {
    const { counted, drafted, admin, workspaceId, texts } = await shop()
    const id = await drafted()
    const { preview } = await counted(id)
    assert.equal(preview.counts_links, true)
    assert.match(preview.samples[0]?.text ?? '', /^Xem thẻ ở \S+\/l\/x{12}\. Giá: \S+\/l\/x{12}/)
    const [contact] = await rows(sql<{ id: string }>`select id from contacts where workspace_id = ${workspaceId}`)
    await rows(sql`insert into private.test_contacts (workspace_id, contact_id, person_id, message_id, at)
      values (${workspaceId}, ${contact?.id}, ${admin.personId}, ${newId()}, ${platform.clock.now()})`)
    await tryBroadcast(platform, admin, { id, contact_ids: [contact?.id ?? ''] })
    assert.ok((await texts(id))[0]?.includes(textWithLinks))
  })

  test('what nobody sent leads nowhere and says so in both languages; who guesses is stopped', async () => {
    const missing = await follow('/l/aaaaaaaaaaaa')
    assert.equal(missing.statusCode, 404)
    for (const language of ['vi', 'en'] as const) assert.ok(missing.body.includes(linksTexts(language).gone))
    assert.match(String(missing.headers['content-security-policy']), /default-src 'none'/)
    assert.equal((await follow('/l/aaaaaaaaaaaa?to=https://evil.example')).headers.location, undefined)
    const tries = await Promise.all(
      Array.from({ length: 60 }, (_, at) =>
        app.inject({ url: `/l/aaaaaaaaaa${10 + at}`, remoteAddress: '203.113.9.9', headers: { 'user-agent': phone } }),
      ),
    )
    assert.equal(tries.filter(one => one.statusCode === 404).length, 30)
    assert.ok(tries.at(-1)?.body.includes(linksTexts('en').busy))
  })

  test('it works when all is over, for 400 days; of who is forgotten nothing is kept', async () => {
    const { sent, texts, workspaceId, counters } = await shop(2)
    const id = await sent()
    const [first = '', second = ''] = (await texts(id)).map(text => codesIn(text)[0] ?? '')
    assert.deepEqual(await rows(sql`select status from broadcasts where id = ${id}`), [{ status: 'done' }])
    for (const url of [first, second]) await follow(url)
    assert.equal((await counters(id))?.clicked, 2)
    const [whose] = await rows(sql<{ id: string }>`select r.customer_id as id from private.link_codes k
      join private.broadcast_recipients r on r.id = k.recipient_id where k.code = ${first.slice(3)}`)
    await platform.db.asService(workspaceId, tx =>
      forgetLinksOf(platform, tx, { workspace_id: workspaceId, customer_id: whose?.id ?? '' }),
    )
    assert.deepEqual([(await follow(first)).statusCode, (await follow(second)).statusCode], [404, 302])
    assert.equal((await counters(id))?.clicked, 1)
    await rows(sql`update private.link_codes set made_at = ${new Date(platform.clock.now().getTime() - days(399))}`)
    await forgetOldLinks(platform)
    assert.equal((await follow(second)).statusCode, 302)
    await rows(sql`update private.link_codes set made_at = ${new Date(platform.clock.now().getTime() - days(401))}`)
    await forgetOldLinks(platform)
    assert.equal((await follow(second)).statusCode, 404)
  })

  test('the operator closes those of a shop by an address that people report, and opens them again', async () => {
    const { sent, texts, workspaceId } = await shop()
    const [url = ''] = codesIn((await texts(await sent()))[0])
    await runCommand(platform, ['close-links', `${platform.config.publicUrl}${url}`])
    const closed = await follow(url)
    assert.deepEqual([closed.statusCode, closed.headers.location], [410, undefined])
    for (const language of ['vi', 'en'] as const) assert.ok(closed.body.includes(linksTexts(language).closed))
    assert.ok((await texts(await sent()))[0]?.startsWith(textWithLinks))
    await runCommand(platform, ['open-links', workspaceId])
    assert.equal((await follow(url)).statusCode, 302)
    assert.deepEqual(
      await rows(
        sql`select action from audit_log where workspace_id = ${workspaceId} and action like 'links.%' order by at, id`,
      ),
      [{ action: 'links.closed' }, { action: 'links.opened' }],
    )
    await assert.rejects(
      runCommand(platform, ['close-links', 'https://sen.example/l/aaaaaaaaaaaa']),
      /no such workspace/,
    )
  })

  test('sent again after it did not arrive, it has the same addresses', async () => {
    const { sent, texts, admin } = await shop()
    const id = await sent()
    const [before] = (await texts(id)).map(codesIn)
    await rows(sql`update private.broadcast_recipients set state = 'failed' where broadcast_id = ${id}`)
    await retryBroadcast(platform, admin, { id, unsure: false })
    platform.clock.advance(minutes(1))
    await platform.jobs.drain()
    const all = (await texts(id)).map(codesIn)
    assert.deepEqual(all, [before, before])
  })
})
