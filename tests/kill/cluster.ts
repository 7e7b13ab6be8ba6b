// Processes as on several machines: a data folder for each, the same keys, files in S3, one PostgreSQL, a balancer in front.
import { copyFileSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { hours } from '#platform/clock.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../setup/database-proxy.ts'
import { startS3Server } from '../setup/s3-server.ts'
import { freePort, type Home, type RunningServer, startServer } from '../setup/server-process.ts'
import { startBalancer } from './balancer.ts'

export type Process = {
  role: 'web' | 'worker'
  database: DatabaseProxy
  /** SIGKILL, then starts as a supervisor does, again until it is ready. @throws if it had ended by itself */
  restart(): Promise<void>
}

export type Cluster = {
  url: string
  processes: Process[]
  stop(): Promise<void>
  /** Lines of the log that no fault outside explains. */
  unexpected(): string[]
  kill(): Promise<void>
}

/** Of the machines after the first: one web process an hour early, one an hour late, and so the second worker. */
const shifts = [hours(1), -hours(1), 0, hours(1)]

function wrongClock(ms: number): Record<string, string> {
  const loaded = pathToFileURL(join(import.meta.dirname, '../setup/shift-clock.ts')).href
  return { NODE_OPTIONS: `--import ${loaded}`, CLOCK_SHIFT_MS: String(ms) }
}

/** Workers first: the first process makes the keys; commands and mails are in `home`. */
export async function startCluster(home: Home, workers: number, webs: number): Promise<Cluster> {
  const store = await startS3Server()
  const balancer = await startBalancer()
  Object.assign(home.settings, {
    PUBLIC_URL: balancer.url,
    S3_ENDPOINT: store.endpoint,
    S3_BUCKET: store.bucket,
    S3_REGION: store.region,
    S3_ACCESS_KEY_ID: store.accessKeyId,
    S3_SECRET_ACCESS_KEY: store.secretAccessKey,
  })
  const servers = new Map<Process, RunningServer>()
  const ended: RunningServer[] = []
  const proxies: DatabaseProxy[] = []
  const ports: number[] = []

  async function startProcess(role: Process['role'], dataDir: string, shiftMs = 0): Promise<void> {
    const database = await startDatabaseProxy(home.settings['DATABASE_URL'] ?? '')
    proxies.push(database)
    const port = await freePort()
    if (role === 'web') ports.push(port)
    const given = { ROLE: role, DATA_DIR: dataDir, PORT: String(port), DATABASE_URL: database.url }
    if (shiftMs) Object.assign(given, wrongClock(shiftMs))
    const own = { ...home, dataDir, port, settings: { ...home.settings, ...given } }
    const made: Process = {
      role,
      database,
      async restart() {
        const before = servers.get(made)
        if (before && !isAlive(before.pid)) throw new Error(`A ${role} ended by itself: ${before.output()}`)
        await before?.kill()
        if (before) ended.push(before)
        servers.set(made, await startAgain(own))
      },
    }
    servers.set(made, await startServer(own))
  }

  await startProcess('worker', home.dataDir)
  const mails = join(home.dataDir, 'mail')
  mkdirSync(mails, { recursive: true })
  const others = Array.from({ length: webs + workers - 1 }, (_, index) => index)
  for (const index of others) {
    const dataDir = join(home.dataDir, `machine-${index}`)
    mkdirSync(dataDir)
    copyFileSync(join(home.dataDir, 'keys.json'), join(dataDir, 'keys.json'))
    symlinkSync(mails, join(dataDir, 'mail'))
  }
  await Promise.all(
    others.map(index =>
      startProcess(index < webs ? 'web' : 'worker', join(home.dataDir, `machine-${index}`), shifts[index]),
    ),
  )
  balancer.lead(ports)

  async function close(): Promise<void> {
    for (const proxy of proxies) await proxy.close()
    await balancer.close()
    await store.close()
  }
  return {
    url: balancer.url,
    processes: [...servers.keys()],
    async stop() {
      const ends = await Promise.all([...servers.values()].map(server => server.stop()))
      if (ends.some(({ code }) => code !== 0)) throw new Error(`Ended with ${ends.map(({ code }) => code).join(' ')}`)
    },
    unexpected: () =>
      [...ended, ...servers.values()].flatMap(server =>
        server
          .output()
          .split('\n')
          .filter(line => line.includes('An unexpected error')),
      ),
    async kill() {
      await Promise.all([...servers.values()].map(server => server.kill()))
      await close()
    },
  }
}

/** A start in which the database is away ends. */
async function startAgain(home: Home): Promise<RunningServer> {
  for (let tries = 1; ; tries++) {
    try {
      return await startServer(home)
    } catch (error) {
      if (tries === 10) throw error
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
