// A PostgreSQL of its own, in a folder: fast and careless, for plans and sizes.
import { spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

export const port = 5599

const settings = `
port = ${port}
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
fsync = off
full_page_writes = off
synchronous_commit = off
wal_level = minimal
max_wal_senders = 0
max_wal_size = 4GB
shared_buffers = 2GB
maintenance_work_mem = 1GB
max_parallel_maintenance_workers = 0
max_parallel_workers_per_gather = 0
autovacuum = off
random_page_cost = 1.1
logging_collector = on
log_destination = jsonlog
log_filename = 'plans'
log_truncate_on_rotation = on
log_rotation_size = 0
`

export type Cluster = { url: string; log: string; stop(): void; remove(): void }

/** @param folder made where it is missing */
export function startCluster(folder: string): Cluster {
  const data = join(folder, 'data')
  if (!existsSync(data)) {
    mkdirSync(folder, { recursive: true })
    // PostgreSQL refuses to run as root.
    if (process.getuid?.() === 0) spawnSync('chown', ['postgres', folder])
    run('initdb', ['-D', data, '-U', 'sen', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'])
    appendFileSync(join(data, 'postgresql.conf'), settings)
    run('pg_ctl', ['-D', data, '-w', '-l', join(folder, 'start.log'), 'start'])
    run('createdb', ['-h', '127.0.0.1', '-p', String(port), '-U', 'sen', 'scale'])
  } else if (!existsSync(join(data, 'postmaster.pid')))
    run('pg_ctl', ['-D', data, '-w', '-t', '300', '-l', join(folder, 'start.log'), 'start'])
  const stop = () => run('pg_ctl', ['-D', data, '-m', 'fast', '-w', 'stop'])
  return {
    url: `postgresql://sen@127.0.0.1:${port}/scale`,
    log: join(data, 'log/plans.json'),
    stop,
    remove() {
      if (existsSync(join(data, 'postmaster.pid'))) stop()
      rmSync(folder, { recursive: true })
    },
  }
}

function run(program: string, words: string[]): void {
  const path = join(binaries(), program)
  const asRoot = process.getuid?.() === 0
  const { status, stderr, stdout } = asRoot
    ? spawnSync('setpriv', ['--reuid', 'postgres', '--regid', 'postgres', '--clear-groups', path, ...words], {
        stdio: ['ignore', 'ignore', 'pipe'],
      })
    : spawnSync(path, words, { stdio: ['ignore', 'ignore', 'pipe'] })
  if (status !== 0) throw new Error(`${program}: ${String(stderr ?? stdout)}`)
}

function binaries(): string {
  const root = '/usr/lib/postgresql'
  const [newest] = existsSync(root) ? readdirSync(root).toSorted((a, b) => Number(b) - Number(a)) : []
  return newest ? join(root, newest, 'bin') : ''
}

export function linesOf(file: string): string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
}
