import { createHash } from 'node:crypto'
import { z } from 'zod'
import { dailyName } from '#platform/backups/backup-store.ts'
import { StartError } from '#platform/errors.ts'
import { parseJson } from '#platform/text/parse-json.ts'
import type { Writer } from '../backup-archive.ts'
import { entryNames } from '../manifest.ts'

/** An entry of a backup: some rows of a table, or a file. `in`: the backup in which it was written. */
export const pieceSchema = z.object({
  in: z.string().regex(dailyName),
  name: z.string(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
export type Piece = z.output<typeof pieceSchema>

/** What a backup under way need not write again, and what it did write. */
export type Book = {
  leans: boolean
  /** Each is taken once: rows that are there twice, in a table without a key, are written twice. */
  take(name: string, sha256: string): boolean
  wrote(name: string, sha256: string): void
  elsewhere: Piece[]
  here: Piece[]
}

export function openBook(backup: string, before: Piece[] | undefined): Book {
  const known = new Map(before?.map(piece => [keyOf(piece), piece]))
  const book: Book = {
    leans: before !== undefined,
    elsewhere: [],
    here: [],
    take(name, sha256) {
      const key = keyOf({ name, sha256 })
      const piece = known.get(key)
      if (piece) book.elsewhere.push(piece)
      return known.delete(key)
    },
    wrote(name, sha256) {
      book.here.push({ in: backup, name, sha256 })
    },
  }
  return book
}

/** Rows are known by their table, however many come before them; a file by its own name. */
function keyOf({ name, sha256 }: { name: string; sha256: string }): string {
  const place = name.startsWith(entryNames.tables) ? name.slice(0, name.lastIndexOf('/')) : name
  return `${sha256} ${place}`
}

const averageBytes = 65_536

/**
 * Whether rows are cut behind this one. The row itself decides, by its hash: wherever others come or go before it, the cuts
 * behind them stay where they were.
 */
export function isCut(row: string): boolean {
  const hash = createHash('sha256').update(row).digest().readUInt32BE(0)
  return hash < (row.length / averageBytes) * 2 ** 32
}

const linesOfEntry = 5000

export async function writePieces(writer: Writer, pieces: Piece[]): Promise<void> {
  for (let at = 0; at < pieces.length; at += linesOfEntry) {
    const lines = pieces.slice(at, at + linesOfEntry).map(piece => `${JSON.stringify(piece)}\n`)
    await writer.add(`${entryNames.pieces}${at / linesOfEntry}.jsonl`, Buffer.from(lines.join('')))
  }
}

/** @throws StartError */
export function parsePieces(text: string, shown: string): Piece[] {
  return text
    .split('\n')
    .filter(Boolean)
    .map(line => {
      const { data } = pieceSchema.safeParse(parseJson(line))
      if (!data) throw new StartError(`${shown} has a list of pieces that this program does not write.`)
      return data
    })
}
