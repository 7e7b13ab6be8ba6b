// What Prometheus and Grafana are told to read is held against what the program really serves.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { probeComponents } from '#features/status/probe-components.ts'
import { seconds } from '#platform/clock.ts'
import { testApp, testPlatform, type TestPlatform } from '#server/testing.ts'
import { makeOwner } from './fixtures/shop-owner.ts'

const folder = join(import.meta.dirname, '../deploy/monitoring')
const token = 'a-token-that-nobody-guesses'
const named = /\b(?:sen|process)_[a-z_]+/g

describe('what monitoring reads', () => {
  let platform: TestPlatform
  let app: FastifyInstance
  const backups = mkdtempSync(join(tmpdir(), 'sen-backups-'))
  before(async () => {
    const settings = { METRICS_TOKEN: token, PUBLIC_URL: 'http://127.0.0.1:1', BACKUP_FOLDER: backups }
    platform = await testPlatform({ settings })
    app = await testApp(platform)
    await makeOwner(platform)
    await probeComponents(platform)
  })
  after(async () => {
    await app.close()
    await platform.close()
    rmSync(backups, { recursive: true })
  })

  const read = (authorization?: string) =>
    app.inject({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } })

  test('only who has the token reads it, in the format of Prometheus', async () => {
    for (const wrong of [undefined, '', 'Bearer ', `Bearer ${token}x`, `Basic ${token}`])
      assert.equal((await read(wrong)).statusCode, 401, wrong)
    const { statusCode, headers, body } = await read(`Bearer ${token}`)
    assert.equal(statusCode, 200)
    assert.match(String(headers['content-type']), /^text\/plain; version=0\.0\.4/)
    for (const line of body.trimEnd().split('\n'))
      assert.match(line, /^(?:# (?:HELP|TYPE) [a-z_]+ .+|[a-z_]+(?:\{[a-z]+="[^"]*"\})? [-+\d.e]+)$/, line)
    assert.match(body, /^sen_component_up\{component="web"\} 0$/m)
    assert.match(body, /^sen_component_up\{component="database"\} 1$/m)
    assert.match(body, /^sen_http_requests_total\{status="4xx"\} 5$/m)
  })

  test('every metric of the scrape, the alerts and the dashboard is served', async () => {
    const { body } = await read(`Bearer ${token}`)
    const served = new Set(
      [...body.matchAll(/^# TYPE ([a-z_]+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
        type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
      ),
    )
    const [alerts = '', dashboard = ''] = ['alerts.yml', 'grafana-dashboard.json'].map(file =>
      readFileSync(join(folder, file), 'utf8'),
    )
    const { panels } = JSON.parse(dashboard) as { panels: { targets: { expr: string }[] }[] }
    const asked = [
      ...[...alerts.matchAll(/^ +expr: '(.+)'$/gm)].map(([, expr = '']) => expr),
      ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ]
    assert.ok(asked.length > 25, String(asked.length))
    const names = new Set(asked.flatMap(expr => expr.match(named) ?? []))
    assert.deepEqual(
      [...names].filter(name => !served.has(name)),
      [],
    )
    const unseen = [...served].filter(name => !names.has(name) && !/_(?:sum|count)$/.test(name))
    assert.deepEqual(unseen, [], 'what nobody looks at need not be served')
    assert.match(readFileSync(join(folder, 'prometheus.yml'), 'utf8'), /metrics_path: \/metrics/)
  })

  test('a database that does not answer is told as such, beside what the process knows', async () => {
    platform.clock.advance(seconds(11))
    const asService = platform.db.readAsService
    platform.db.readAsService = () => Promise.reject(new Error('gone'))
    const { statusCode, body } = await read(`Bearer ${token}`)
    platform.db.readAsService = asService
    assert.equal(statusCode, 200)
    assert.match(body, /^sen_database_readable 0$/m)
    assert.match(body, /^process_resident_memory_bytes \d/m)
  })
})
