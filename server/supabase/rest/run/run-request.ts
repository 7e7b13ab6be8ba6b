import type { FastifyRequest } from 'fastify'
import type { RawBuilder } from 'kysely'
import type { Claims, Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'

const root = '/rest/v1'

export type Way = {
  claims: Claims
  /** Read with `current_setting('request.headers')` and so on. */
  settings: Record<string, string>
  /** Sent before the first statement: where it fails, nothing runs. */
  guard?: RawBuilder<unknown> | undefined
  readOnly: boolean
  within: <T>(run: () => Promise<T>) => Promise<T>
  rollback: boolean
}

export async function runRequest<T>(platform: Platform, way: Way, run: (tx: Tx) => Promise<T>): Promise<T> {
  const settings = { ...way.settings, ...(way.readOnly ? { transaction_read_only: 'on' } : {}) }
  if (!way.rollback) return way.within(() => platform.db.asPerson(way.claims, run, settings, way.guard))
  const undone: { result: T }[] = []
  const undo = new Error('undone as wished')
  await platform.db
    .asPerson(
      way.claims,
      async tx => {
        undone.push({ result: await run(tx) })
        throw undo
      },
      settings,
    )
    .catch((error: unknown) => {
      if (error !== undo) throw error
    })
  const [done] = undone
  if (!done) throw new Error('A transaction ended without having run.')
  return done.result
}

export function settingsOf(request: FastifyRequest): Record<string, string> {
  const [path = ''] = request.url.split('?', 1)
  return {
    'request.method': request.method,
    'request.path': path.startsWith(root) ? path.slice(root.length) : path,
    'request.headers': JSON.stringify(request.headers),
    'request.cookies': JSON.stringify(cookiesOf(request.headers.cookie)),
  }
}

export function parametersOf(request: FastifyRequest): URLSearchParams {
  const at = request.url.indexOf('?')
  return new URLSearchParams(at < 0 ? '' : request.url.slice(at))
}

/** `Prefer: tx=rollback` is for protocol tests, which set a seed file. */
export function mayRollBack(platform: Platform): boolean {
  return platform.config.TEST_SEED_SQL !== ''
}

function cookiesOf(header: string | undefined): Record<string, string> {
  const pairs = (header ?? '').split(';').map(part => part.trim())
  return Object.fromEntries(
    pairs.flatMap(pair => {
      const at = pair.indexOf('=')
      return at < 1 ? [] : [[pair.slice(0, at), pair.slice(at + 1)]]
    }),
  )
}
