import { flushCompileCache } from 'node:module'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { holdWhatMayBeSent, markStopped } from '#features/broadcasts/sending/detect-restore.ts'
import { openHouse } from '#features/site/open-house.ts'
import { systemClock } from '#platform/clock.ts'
import { openEmbedded } from '#platform/embedded/embedded-engine.ts'
import { StartError } from '#platform/errors.ts'
import { readKeys } from '#platform/secrets/keys.ts'
import { lockFolder } from '#platform/sql/lock.ts'
import { makeLog } from '#platform/log.ts'
import { databaseClock } from '#platform/sql/database-clock.ts'
import { migrate } from '#platform/sql/migrations.ts'
import { makePlatform } from '#platform/platform.ts'
import { openPostgresql } from '#platform/sql/postgresql-engine.ts'
import { startTimers } from '#platform/jobs/timers.ts'
import { makeApp, parts, wireJobs } from './app.ts'
import { refuseHalfRestored } from './backup/empty-place.ts'
import { listenForCommands } from './command-socket.ts'
import { environmentWithFile, readConfig } from './config.ts'
import { switchesInUse } from './settings/test-switches.ts'
import { firstOperatorLink } from './operator-link.ts'
import { markStopping } from './health.ts'
import { saveLasting } from './keys/save-lasting.ts'

const stopWithinMs = 13_000
const slowRequestMs = 6000

/** Until the start is complete, exiting at once is safe: the database survives that. */
let end: () => void = () => process.exit(0)

async function start(): Promise<void> {
  const config = readConfig(environmentWithFile())
  const log = makeLog(config.LOG_LEVEL)
  await refuseUsedPort(config.PORT, config.HOST)
  refuseHalfRestored(config)
  const unlock = config.DATABASE_URL ? () => {} : await lockFolder(config.dataDir)
  const engine = config.DATABASE_URL
    ? await openPostgresql(config.DATABASE_URL, error => log.warn({ error }, 'The listening connection was lost'))
    : await openEmbedded(join(config.dataDir, 'database'), {
        onRestart: why => log.warn({}, `${why}: it is opened anew`),
      })
  await migrate(engine, { ...(config.TEST_SEED_SQL && { seedFile: config.TEST_SEED_SQL }) })
  const clock = engine.kind === 'postgresql' ? await databaseClock(engine, log) : systemClock
  const platform = await makePlatform(config, engine, await readKeys(config.dataDir, config, log), clock, log)
  wireJobs(platform)
  await openHouse(platform)
  const app = await makeApp(platform, { sheds: true })
  await platform.changes.start()
  await platform.broadcast.start()
  if (config.ROLE !== 'web') await holdWhatMayBeSent(platform)
  if (config.ROLE !== 'web')
    await saveLasting(platform).catch((error: unknown) => log.error({ error }, 'Lasting keys could not be stored'))
  const stopTimers = config.ROLE === 'web' ? () => {} : startTimers(platform, parts)
  if (config.ROLE !== 'web') await platform.jobs.start()
  await app.listen({ port: config.PORT, host: config.HOST })
  const closeSocket = await listenForCommands(platform)

  let stopping = false
  end = () => void stop()
  if (engine.durability === 'process')
    log.warn({}, 'The disk could not be proven: data survive the end of the process, not a power cut')
  // Node writes the compile cache only when a program exits by itself.
  flushCompileCache()
  for (const line of switchesInUse(config)) console.log(line)
  console.log(`${config.BRAND_NAME} is ready: ${config.publicUrl}`)
  const link = await firstOperatorLink(platform)
  if (link && config.LLM_PROVIDER === 'embedded')
    console.log(
      'No language model is set (LLM_PROVIDER in .env): replies are quoted from the documents, and hard questions are left to people.',
    )
  if (link) console.log(`First start. Open this link once, within 24 hours, to become the operator: ${link}`)

  async function stop(): Promise<void> {
    if (stopping) return
    stopping = true
    markStopping(platform)
    const late = setTimeout(() => process.exit(0), stopWithinMs)
    setTimeout(() => app.server.closeAllConnections(), slowRequestMs)
    stopTimers()
    closeSocket()
    await Promise.all([app.close(), platform.jobs.stop(8000)])
    if (config.ROLE !== 'web')
      await markStopped(platform).catch((error: unknown) => log.warn({ error }, 'The end could not be noted'))
    await platform.changes.stop()
    await platform.db.close()
    unlock()
    clearTimeout(late)
    process.exit(0)
  }
}

/** Checked before anything is opened, so that a used port is reported at once. */
function refuseUsedPort(port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        new StartError(
          error.code === 'EADDRINUSE'
            ? `Port ${port} is in use. Stop the other program, or set PORT to another one.`
            : `Cannot listen on ${host}:${port} (${error.code}).`,
        ),
      )
    })
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => end())
process.on('disconnect', () => end())
try {
  await start()
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exit(1)
}
