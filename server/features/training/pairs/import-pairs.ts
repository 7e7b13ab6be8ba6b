import { setImmediate } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { maxCsvSize } from '#shared/contracts/training/training.contract.ts'
import type { PairLine, PairsPreview } from '#shared/contracts/training/training.results.ts'
import type { Caller } from '#platform/http/caller.ts'
import { minutes } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { limit } from '#platform/limits/rate-limit.ts'
import { cleanPair } from './clean-pair.ts'
import { type CsvRow, readCsv } from './read-csv.ts'
import { type PairToWrite, writePairs } from './write-pairs.ts'

export type ImportHow = 'preview' | 'all' | 'skip'
type Planned = { preview: PairsPreview; writes: PairToWrite[] }

const IMPORTS = { max: 60, windowMs: minutes(10), burst: 20 }

/**
 * 'preview' only reports; 'all' writes every line or none; 'skip' leaves out bad lines. Idempotent.
 * @throws training.csv_problems with the preview in `details`, and what `readCsv` and `writePairs` throw
 */
export async function importPairs(
  platform: Platform,
  caller: Caller,
  request: FastifyRequest,
  how: ImportHow,
): Promise<PairsPreview> {
  await limit(platform, `import:${caller.workspaceId}`, IMPORTS)
  const rows = await cleanAll(await readCsv(await receive(request)))
  const { workspaceId } = caller
  return platform.db.asService(workspaceId, async tx => {
    await sql`select from workspaces where id = ${workspaceId} for no key update`.execute(tx)
    const { preview, writes } = await plan(tx, workspaceId, rows)
    if (how === 'preview') return preview
    if (how === 'all' && preview.problems > 0) throw failure('training.csv_problems', { problems: preview.problems })
    await writePairs(platform, tx, workspaceId, writes, { by: caller.personId, watched: false })
    return preview
  })
}

async function receive(request: FastifyRequest): Promise<Uint8Array> {
  if (!request.isMultipart()) throw failure('training.csv_unreadable')
  const part = await request.file({ limits: { fileSize: maxCsvSize + 1 } })
  if (!part || part.fieldname !== 'file') throw failure('training.csv_unreadable')
  const chunks: Buffer[] = []
  for await (const chunk of part.file) chunks.push(chunk as Buffer)
  const bytes = Buffer.concat(chunks)
  if (bytes.length > maxCsvSize) throw failure('training.csv_too_large')
  return bytes
}

type Cleaned = CsvRow & { pair: ReturnType<typeof cleanPair> }

/** Yields to other requests in between. */
const linesInOneGo = 50

async function cleanAll(rows: CsvRow[]): Promise<Cleaned[]> {
  const cleaned: Cleaned[] = []
  for (const row of rows) {
    if (cleaned.length % linesInOneGo === 0) await setImmediate()
    cleaned.push({ ...row, pair: cleanPair(row) })
  }
  return cleaned
}

async function plan(tx: Tx, workspaceId: string, rows: Cleaned[]): Promise<Planned> {
  const known = await knownPairs(tx, workspaceId)
  const met = new Set<string>()
  const writes: PairToWrite[] = []
  const lines = rows.map((row): PairLine => {
    const { problem, folded, ...pair } = row.pair
    const line = { line: row.line, ...pair }
    if (problem) return { ...line, does: 'problem', problem }
    if (met.has(folded)) return { ...line, does: 'problem', problem: 'training.pair_exists' }
    met.add(folded)
    const there = known.get(folded)
    if (there && there.answer === pair.answer && there.question === pair.question)
      return { ...line, does: 'nothing', problem: null }
    writes.push({ ...pair, folded, id: there?.id ?? newId() })
    return { ...line, does: there ? 'changes' : 'adds', problem: null }
  })
  const count = (does: PairLine['does']): number => lines.filter(line => line.does === does).length
  return { preview: { lines, adds: count('adds'), changes: count('changes'), problems: count('problem') }, writes }
}

async function knownPairs(
  tx: Tx,
  workspaceId: string,
): Promise<Map<string, { id: string; question: string; answer: string }>> {
  const { rows } = await sql<{ id: string; question: string; answer: string; folded: string }>`
    select id, title as question, answer, title_folded as folded from sources
    where workspace_id = ${workspaceId} and kind = 'pair' and status in ('processing', 'waiting', 'processed')
      and answer is not null and title_folded is not null`.execute(tx)
  return new Map(rows.map(({ folded, ...pair }) => [folded, pair]))
}
