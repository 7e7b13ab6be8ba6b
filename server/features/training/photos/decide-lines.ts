import { sql } from 'kysely'
import type { z } from 'zod'
import { hardToRead } from '#shared/rules/hard-to-read.ts'
import { cleanText } from '#shared/rules/text/fold.ts'
import { type decidedLines, sureFrom } from '#shared/contracts/training/photos.contract.ts'
import type { LinesLeft, PhotoLine } from '#shared/contracts/training/photos.results.ts'
import type { Caller } from '#platform/http/caller.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { Tx } from '#platform/sql/database.ts'
import { countOpen } from './save-lines.ts'
import { publishLinesLater } from './publish-lines.ts'

type Input = z.output<typeof decidedLines> & { id: string }

/**
 * All or none; `open` undoes a decision.
 * @throws request.not_found, training.lines_changed for an older picture's lines, training.line_decided for one decided otherwise since
 * it was `seen`, request.invalid for a line read with doubt, or of a page that was hard to read, among several that are right
 */
export async function decideLines(platform: Platform, caller: Caller, input: Input): Promise<LinesLeft> {
  const { workspaceId } = caller
  return platform.db.asService(workspaceId, async tx => {
    const { rows } = await sql<{ reading: number | null }>`select reading from sources
      where workspace_id = ${workspaceId} and id = ${input.id} and status in ('processed', 'processing', 'waiting') for update`.execute(
      tx,
    )
    if (!rows[0]?.reading) throw failure('request.not_found')
    if (rows[0].reading !== input.reading) throw failure('training.lines_changed')
    await refuseDecided(tx, workspaceId, input)
    const isAlone = input.lines.length === 1
    const hard = isAlone ? [] : await hardPages(tx, workspaceId, input)
    const wanted = new Map(input.lines.map(({ seen: _, ...line }) => [line.position, { ...line, said: textOf(line) }]))
    const changed = await sql<{ position: number }>`update private.recognised_lines l
      set state = w.state, said = w.said, decided_by = ${caller.personId || null}, decided_at = ${platform.clock.now()}
      from jsonb_to_recordset(${JSON.stringify([...wanted.values()])}::jsonb) as w(position int, state text, said jsonb)
      where l.workspace_id = ${workspaceId} and l.source_id = ${input.id} and l.reading = ${input.reading} and l.position = w.position
        and (w.said is null or jsonb_array_length(w.said) = jsonb_array_length(l.cells))
        and (${isAlone} or w.state <> 'right' or (l.confidence >= ${sureFrom} and l.page <> all (${hard}::int[]))) returning l.position`.execute(
      tx,
    )
    if (changed.rows.length !== wanted.size) throw failure('request.invalid')
    await publishLinesLater(platform, tx, { workspace_id: workspaceId, source_id: input.id })
    return { lines_open: await countOpen(tx, workspaceId, input.id) }
  })
}

/** Two who decide the same are both right. The source's row is locked: nothing is decided in between. */
async function refuseDecided(tx: Tx, workspaceId: string, { id, reading, lines }: Input): Promise<void> {
  const seen = lines.flatMap(({ seen: before, ...line }) =>
    before
      ? [{ position: line.position, was: before.state, had: textOf(before), state: line.state, said: textOf(line) }]
      : [],
  )
  if (seen.length === 0) return
  const { rows } = await sql`select l.position from private.recognised_lines l
    join jsonb_to_recordset(${JSON.stringify(seen)}::jsonb) as w(position int, was text, had jsonb, state text, said jsonb)
      on w.position = l.position
    where l.workspace_id = ${workspaceId} and l.source_id = ${id} and l.reading = ${reading}
      and (l.state <> w.was or l.said is distinct from w.had) and (l.state <> w.state or l.said is distinct from w.said)
    limit 1`.execute(tx)
  if (rows.length > 0) throw failure('training.line_decided')
}

type ReadLine = Pick<PhotoLine, 'page' | 'needs_review' | 'confidence'>

async function hardPages(tx: Tx, workspaceId: string, of: { id: string; reading: number }): Promise<number[]> {
  const { rows } = await sql<ReadLine>`select page, needs_review, confidence
    from private.recognised_lines where workspace_id = ${workspaceId} and source_id = ${of.id} and reading = ${of.reading}`.execute(
    tx,
  )
  return [...Map.groupBy(rows, ({ page }) => page)].flatMap(([page, lines]) => (hardToRead(lines) > 0 ? [page] : []))
}

function textOf({ state, cells }: { state: string; cells?: string[] | undefined }): string[] | null {
  if (state !== 'changed') return null
  const text = (cells ?? []).map(cell =>
    cleanText(cell)
      .replace(/[\s|]+/g, ' ')
      .trim(),
  )
  if (text.every(cell => cell === '')) throw failure('request.invalid')
  return text
}
