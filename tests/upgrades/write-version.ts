// `node tests/upgrades/write-version.ts NAME`: what this version leaves behind, as tests/data/versions/NAME.backup. Run it once for each version.
import { join } from 'node:path'
import { openVisitor } from '#dev/visitor-client.ts'
import { openEmbedded } from '#platform/embedded/embedded-engine.ts'
import { systemClock } from '#platform/clock.ts'
import { silentLog } from '#platform/log.ts'
import { makePlatform } from '#platform/platform.ts'
import { readKeys } from '#platform/secrets/keys.ts'
import { wireJobs } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { fillWorkspace } from '#tests/fixtures/full-workspace.ts'
import { openShop } from '#tests/fixtures/shop.ts'
import { makeWorkspace } from '#tests/fixtures/workspace.ts'
import { runSen } from '#tests/setup/sen-command.ts'
import { makeHome, startServer } from '#tests/setup/server-process.ts'

const [name] = process.argv.slice(2)
if (!name) throw new Error('Which version? For example 0.1.0.')
delete process.env['TEST_DATABASE_URL']

const home = await makeHome({ HUMAN_CHECK: 'off' })
try {
  // A shop that lives: an account, a document, two visitors who have replies.
  const server = await startServer(home)
  const { page } = await openShop(home, server)
  const first = await openVisitor(server.url, page)
  await first.say('phí ship đi Hà Nội bao nhiêu ạ?')
  await first.answers()
  const second = await openVisitor(server.url, page)
  await second.say('cho mình gặp nhân viên với ạ')
  await second.answers()
  await server.stop()

  // And one with a row in nearly every table.
  const config = readConfig(home.settings)
  const engine = await openEmbedded(join(config.dataDir, 'database'))
  const keys = await readKeys(config.dataDir, config)
  const platform = await makePlatform(config, engine, keys, systemClock, silentLog)
  wireJobs(platform)
  const { workspaceId, admin } = await makeWorkspace(platform)
  await fillWorkspace(platform, { workspaceId, personId: admin.personId, headers: { authorization: '' } })
  await engine.close()

  const file = join(import.meta.dirname, `../data/versions/${name}.backup`)
  const { code, output } = await runSen(home.settings, 'backup', file)
  console.log(output)
  process.exitCode = code ?? 1
} finally {
  await home.remove()
}
