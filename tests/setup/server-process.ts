import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createTestDatabase, unpackDump } from '#server/test-databases.ts'

const root = join(import.meta.dirname, '../..')

export type Home = {
  dataDir: string
  port: number
  settings: Record<string, string>
  kind: 'embedded' | 'postgresql'
  remove(): Promise<void>
}

/** With a migrated database, embedded or at TEST_DATABASE_URL. `empty`: the server itself creates an embedded one. */
export async function makeHome(settings: Record<string, string> = {}, { empty = false } = {}): Promise<Home> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sen-home-'))
  const port = await freePort()
  const given = { NODE_ENV: 'test', LOG_LEVEL: 'warn', DATA_DIR: dataDir, PORT: String(port), ...settings }
  const server = process.env['TEST_DATABASE_URL']
  if (!server || empty) {
    if (!empty) await unpackDump(join(dataDir, 'database'))
    return { dataDir, port, settings: given, kind: 'embedded', remove: async () => removeFolder(dataDir) }
  }
  const { url, drop } = await createTestDatabase(server)
  return {
    dataDir,
    port,
    settings: { ...given, DATABASE_URL: url },
    kind: 'postgresql',
    async remove() {
      await drop()
      removeFolder(dataDir)
    },
  }
}

function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}

/** Below the ports that systems give to outgoing connections: one of those could take it before the server listens. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_768)
    const server = createServer()
    server.listen(port, '127.0.0.1')
    try {
      await once(server, 'listening')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
      continue
    }
    server.close()
    await once(server, 'close')
    return port
  }
}

export type RunningServer = {
  url: string
  pid: number
  /** Milliseconds to the first 200 of /readyz. */
  readyAfter: number
  output(): string
  kill(): Promise<void>
  /** SIGTERM; `code` is the exit code. */
  stop(): Promise<{ code: number | null; ms: number }>
}

/** @throws Error with the program's output if it ended or was not ready in time */
export async function startServer(home: Home, program = 'server/main.ts'): Promise<RunningServer> {
  const began = performance.now()
  const { child, output } = spawnServer(home.settings, program)
  const url = `http://localhost:${home.port}`
  const gone = ended(child)
  while (!(await isReady(url))) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The server ended: ${output()}`)
    if (performance.now() - began > 60_000) {
      killGroup(child)
      throw new Error(`The server was not ready in time: ${output()}`)
    }
    await wait(30)
  }
  return {
    url,
    pid: child.pid ?? 0,
    readyAfter: performance.now() - began,
    output,
    async kill() {
      killGroup(child)
      await gone
    },
    async stop() {
      const before = performance.now()
      child.kill('SIGTERM')
      const code = await gone
      return { code, ms: performance.now() - before }
    },
  }
}

export async function runServer(settings: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const { child, output } = spawnServer(settings)
  const late = setTimeout(() => killGroup(child), 60_000)
  const code = await ended(child)
  clearTimeout(late)
  return { code, output: output() }
}

function spawnServer(
  settings: Record<string, string>,
  program = 'server/main.ts',
): { child: ChildProcess; output: () => string } {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env
  const child = spawn(process.execPath, [resolve(root, program)], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH, HOME, NODE_COMPILE_CACHE, ...settings },
  })
  let output = ''
  const onOutput = (text: Buffer) => {
    output = (output + text.toString()).slice(-200_000)
  }
  child.stdout?.on('data', onOutput)
  child.stderr?.on('data', onOutput)
  const atExit = () => killGroup(child)
  process.on('exit', atExit)
  child.on('exit', () => process.off('exit', atExit))
  return { child, output: () => output }
}

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise(resolve => child.on('close', code => resolve(code)))
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {}
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2000) })).ok
  } catch {
    return false
  }
}
