// Gives `npm run dev` four weeks of history. Started by dev/run.ts if there is no data folder. SHOP_PAGE: where the widget will be.
import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { startMessengerSimulator } from '#dev/simulators/messenger/messenger-simulator.ts'
import { startZaloSimulator } from '#dev/simulators/zalo/zalo-simulator.ts'
import { openHouse } from '#features/site/open-house.ts'
import { days, fakeClock } from '#platform/clock.ts'
import { openEmbedded } from '#platform/embedded/embedded-engine.ts'
import { readKeys } from '#platform/secrets/keys.ts'
import { lockFolder } from '#platform/sql/lock.ts'
import { makeLog } from '#platform/log.ts'
import { migrate } from '#platform/sql/migrations.ts'
import { makePlatform } from '#platform/platform.ts'
import { makeApp, wireJobs } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { bankOfThePast } from './equip-shop.ts'
import { liveWeeks } from './live-weeks.ts'
import { settingsOfPast } from './settings.ts'

const weeks = Number(process.env['DEMO_WEEKS'] ?? 4)
const perDay = 7
const { DATA_DIR: folder = '', SHOP_PAGE: shopPage = '' } = process.env
// An interrupted start leaves nothing half done.
const making = `${folder}.making`
rmSync(making, { recursive: true, force: true })
mkdirSync(dirname(making), { recursive: true })

const until = new Date()
const begin = new Date(until.getTime() - days(7 * weeks))
const messenger = await startMessengerSimulator({ startAt: begin.getTime() })
const zalo = await startZaloSimulator({ startAt: begin.getTime() })
const config = readConfig({
  ...process.env,
  ...settingsOfPast(messenger, zalo),
  ...bankOfThePast,
  DATA_DIR: making,
  LOG_LEVEL: 'silent',
})
const unlock = await lockFolder(making)
const engine = await openEmbedded(join(making, 'database'))
await migrate(engine)
const keys = await readKeys(making, config)
const clock = fakeClock(begin.toISOString())
const platform = Object.assign(await makePlatform(config, engine, keys, clock, makeLog(config.LOG_LEVEL)), { clock })
wireJobs(platform)
await openHouse(platform)
const app = await makeApp(platform)
await app.listen({ port: config.PORT, host: config.HOST })
const url = `http://${config.HOST}:${config.PORT}`
const past = { platform, app, url, shopPage, mailFolder: join(making, 'mail'), messenger, zalo }
const lived = await liveWeeks(past, { until, days: 7 * weeks, perDay, report: text => console.log(text) })
await app.close()
await Promise.all([messenger.close(), zalo.close()])
await platform.changes.stop()
await engine.close()
unlock()
renameSync(making, folder)
console.log(`The demo shop has ${weeks} weeks behind it: ${lived.talks} talks, lived through in ${lived.seconds} s.`)
process.exit(0)
