import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { hours, minutes, seconds } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { type OperatorDriver, openOperatorDriver } from '#tests/drivers/operator-driver.ts'
import { makeOwner } from '#tests/fixtures/shop-owner.ts'
import { notifyIncident } from './incidents.ts'
import { probeComponents } from './probe-components.ts'
import { probeAnswering } from './probes.ts'
import { readStatus, type Status } from './read-status.ts'
import { renderFeed, renderStatus } from './render-status.ts'
import { makeStatusCache } from './status-cache.ts'

describe('the status', () => {
  let desk: OperatorDriver
  const site = createServer((_request, response) => response.writeHead(siteStatus).end())
  let siteStatus = 200
  before(async () => {
    site.unref()
    await new Promise<void>(resolve => site.listen(0, '127.0.0.1', resolve))
    desk = await openOperatorDriver({ PUBLIC_URL: `http://127.0.0.1:${(site.address() as AddressInfo).port}` })
  })
  after(async () => {
    site.close()
    assert.deepEqual(await desk.faults(), [])
    await desk.close()
  })

  type Desk = {
    components: { name: string; works: boolean | null; fault: string | null; failed: number; budget: number }[]
    incidents: { id: string; closed_at: string | null; updates: { stage: string; notified: number }[] }[]
  }
  const component = async (name: string) =>
    (await desk.ask<Desk>('GET /status')).body.components.find(one => one.name === name)
  const probe = async () => {
    await probeComponents(desk.platform)
    await desk.platform.jobs.drain()
  }

  test('each minute is probed once; what failed, and what nobody could measure, costs the month’s budget', async () => {
    assert.equal((await component('web'))?.works, null)
    await probe()
    desk.platform.clock.advance(seconds(30))
    await probe()
    for (const name of ['web', 'database', 'answers'])
      assert.deepEqual(await component(name), { name, works: true, fault: null, failed: 0, budget: 216 })
    siteStatus = 502
    desk.platform.clock.advance(minutes(1))
    await probe()
    assert.deepEqual(await component('web'), { name: 'web', works: false, fault: 'refused', failed: 1, budget: 216 })
    assert.equal((await component('database'))?.failed, 0)
    siteStatus = 200
    desk.platform.clock.advance(minutes(11))
    await probe()
    desk.platform.clock.advance(minutes(1))
    await probe()
    assert.deepEqual([(await component('web'))?.works, (await component('web'))?.failed], [true, 11])
    assert.deepEqual([(await component('database'))?.failed, (await component('answers'))?.failed], [10, 10])
    desk.platform.clock.advance(hours(30))
    await probe()
    assert.equal((await component('web'))?.failed, 11, 'an installation that was switched off is no outage')
  })

  test('an answer that comes too late stays a failed minute', async () => {
    const failed = async () => (await component('answers'))?.failed ?? 0
    const before = await failed()
    for (let n = 0; n < 4; n++) {
      desk.platform.clock.advance(minutes(1))
      await probeComponents(desk.platform)
    }
    await desk.platform.jobs.drain()
    assert.equal(await failed(), before + 2)
    await desk.read(sql`insert into private.jobs (kind, payload, run_at, created_at)
      values ('answer', '{}', ${new Date(desk.platform.clock.now().getTime() - minutes(3))}, ${desk.platform.clock.now()})`)
    assert.equal(await probeAnswering(desk.platform), 'late')
    await desk.read(sql`delete from private.jobs where kind = 'answer'`)
    assert.equal(await probeAnswering(desk.platform), null)
  })

  test('an incident is opened, updated and closed; each change reaches admins once, by mail those who chose so', async () => {
    const [wants, other] = [await makeOwner(desk.platform), await makeOwner(desk.platform)]
    await desk.read(sql`insert into notification_settings (person_id, kind, in_app, email, updated_at)
      values (${wants.personId}, 'incident', true, true, ${desk.platform.clock.now()})`)
    const mailsTo = (personId: string) => desk.mails().filter(({ to }) => to.startsWith(personId)).length
    const [before, beforeOther] = [mailsTo(wants.personId), mailsTo(other.personId)]
    const both = (text: string) => ({ title: `${text} <b>`, text: `${text}, "xin lỗi"` })
    const id = newId()
    const opened = {
      id,
      update_id: newId(),
      components: ['zalo', 'web'],
      impact: 'degraded',
      vi: both('Zalo chậm'),
      en: both('Zalo is slow'),
      notify: true,
    }
    for (let n = 0; n < 2; n++) assert.equal((await desk.ask('POST /incidents', opened)).status, 201)
    await desk.platform.jobs.drain()
    await notifyIncident(desk.platform, { id: opened.update_id })
    await desk.read(
      sql`update private.incident_updates set status = 'sending', notified_to = null where id = ${opened.update_id}`,
    )
    await notifyIncident(desk.platform, { id: opened.update_id })
    desk.platform.clock.advance(minutes(11))
    await desk.platform.jobs.drain()
    assert.deepEqual([mailsTo(wants.personId) - before, mailsTo(other.personId) - beforeOther], [1, 0])
    const otherNews = await desk.read(
      sql`select from notifications where person_id = ${other.personId} and kind = 'incident'`,
    )
    assert.equal(otherNews.length, 1)

    const update = (stage: string, notify: boolean) => ({
      update_id: newId(),
      stage,
      vi: { text: 'Đã xử lý.' },
      en: { text: 'Done.' },
      notify,
    })
    const done = update('resolved', false)
    for (let n = 0; n < 2; n++) assert.equal((await desk.ask(`POST /incidents/${id}/updates`, done)).status, 201)
    const refused = await desk.ask<{ error: { code: string } }>(
      `POST /incidents/${id}/updates`,
      update('monitoring', true),
    )
    assert.equal(refused.body.error.code, 'status.incident_closed')
    assert.equal((await desk.ask(`POST /incidents/${newId()}/updates`, update('monitoring', true))).status, 404)
    const [shown] = (await desk.ask<Desk>('GET /status')).body.incidents
    assert.deepEqual(
      shown?.updates.map(({ stage }) => stage),
      ['resolved', 'investigating'],
    )
    assert.ok(shown?.closed_at && (shown.updates[1]?.notified ?? 0) >= 2)
    assert.deepEqual((await desk.acts(desk.houseId)).slice(-2), ['incident.opened', 'incident.closed'])

    const status = await readStatus(desk.platform)
    const page = renderStatus(status, false, 'vi')
    assert.ok(page.includes('Zalo chậm &lt;b&gt;') && page.includes('&quot;xin lỗi&quot;') && !page.includes('<b> '))
    const feed = renderFeed(status, 'en', { brand: 'Sen & Co', publicUrl: 'https://sen.example' })
    assert.equal(feed.match(/<entry>/g)?.length, 2)
    assert.match(feed, /<title>Resolved: Zalo is slow &lt;b&gt;<\/title>/)
    assert.match(feed, /<title>Status of Sen &amp; Co<\/title>/)
  })

  test('an open incident is what the page says of its parts, before what the probes say', async () => {
    const [open] = (await readStatus(desk.platform)).incidents
    assert.ok(open)
    const status: Status = {
      at: desk.platform.clock.now(),
      days: ['2026-11-19', '2026-11-20'],
      components: [
        {
          name: 'web',
          works: true,
          fault: null,
          days: [{ component: 'web', day: '2026-11-20', minutes: 30_000, failed: 1 }],
        },
      ],
      incidents: [],
    }
    const said = (incidents: Status['incidents']) => renderStatus({ ...status, incidents }, false, 'en')
    assert.match(said([]), /Everything is working/)
    assert.match(said([]), /worked in 99\.99% of the measured minutes/)
    assert.match(said([]), /20 Nov 2026: not working for 1 minute</)
    assert.match(said([]), /No incidents in the last 90 days/)
    assert.match(
      said([{ ...open, components: ['web'], impact: 'maintenance', closed_at: null }]),
      /Maintenance in progress/,
    )
    assert.match(said([{ ...open, components: ['mail'], closed_at: null }]), /Everything is working/)
    assert.match(renderStatus(undefined, true, 'vi'), /Chưa đọc được tình trạng lúc này/)
  })

  test('however many ask, the database is read once; one that halts leaves what was read last', async () => {
    let reads = 0
    let halted = false
    let release = () => {}
    const cache = makeStatusCache(desk.platform, async platform => {
      reads++
      if (halted) await new Promise<void>(resolve => (release = resolve))
      return readStatus(platform)
    })
    const all = await Promise.all(Array.from({ length: 20 }, cache))
    assert.equal(reads, 1)
    assert.ok(all.every(({ status, isStale }) => status && !isStale))
    halted = true
    desk.platform.clock.advance(seconds(11))
    const late = await Promise.all(Array.from({ length: 20 }, cache))
    assert.equal(reads, 2)
    assert.ok(late.every(({ status, isStale }) => status?.at.getTime() === all[0]?.status?.at.getTime() && isStale))
    halted = false
    release()
    const fresh = await cache()
    assert.deepEqual([reads, fresh.isStale], [2, false])
  })
})
