import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { documentTitle } from '#features/training/sources/file-name.ts'
import type { Knowledge, Passage } from '#features/training/knowledge/knowledge.ts'
import { seconds } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { hashOf } from '../language-model/model-guard.ts'
import type { EmbedderPlace } from '../models/embedder.ts'
import { type StoredVector, storedVectorOf } from './likeness.ts'

export type Vectors = readonly (StoredVector | undefined)[]

/** Shared by all workspaces; the least recently used go first. */
const maxBytes = 96 * 1024 * 1024
const reloadAfterMs = seconds(2)
const maxTextLength = 6_000

type Held = { model: string; knowledge: Knowledge; vectors: (StoredVector | undefined)[]; checkedAt: number }
const shelves = new WeakMap<Platform, Map<string, Held>>()
const hashes = new WeakMap<Knowledge, readonly string[]>()

/** Another model or address gives other vectors. */
export function vectorModel({ kind, baseUrl, model }: EmbedderPlace): string {
  return hashOf([kind, baseUrl, model]).slice(0, 22)
}

export function vectorText({ title, heading, text, pair }: Passage): string {
  return [pair ? '' : documentTitle(title), heading, text]
    .filter(Boolean)
    .join('\n')
    .slice(0, maxTextLength)
    .toWellFormed()
}

export function vectorHashes(knowledge: Knowledge): readonly string[] {
  const known = hashes.get(knowledge)
  if (known) return known
  const made = knowledge.passages.map(passage =>
    createHash('sha256').update(vectorText(passage).normalize('NFC')).digest('base64url').slice(0, 22),
  )
  hashes.set(knowledge, made)
  return made
}

export async function vectorsOf(
  platform: Platform,
  workspaceId: string,
  place: EmbedderPlace,
  knowledge: Knowledge,
): Promise<Vectors> {
  const shelf = shelves.get(platform) ?? new Map<string, Held>()
  shelves.set(platform, shelf)
  const model = vectorModel(place)
  const before = shelf.get(workspaceId)
  const held = before?.model === model && before.knowledge === knowledge ? before : carryOver(before, model, knowledge)
  shelf.delete(workspaceId) // moved to the end: the most used stay
  shelf.set(workspaceId, held)
  const now = platform.clock.now().getTime()
  const missing = missingIn(held)
  if (missing.length > 0 && (held.checkedAt === 0 || Math.abs(now - held.checkedAt) >= reloadAfterMs)) {
    held.checkedAt = now
    fill(held, await readVectors(platform, workspaceId, model, missing))
    evictOldest(shelf, workspaceId)
  }
  return held.vectors
}

function carryOver(before: Held | undefined, model: string, knowledge: Knowledge): Held {
  const held: Held = { model, knowledge, vectors: knowledge.passages.map(() => undefined), checkedAt: 0 }
  if (before?.model !== model) return held
  const known = new Map(vectorHashes(before.knowledge).map((hash, at) => [hash, before.vectors[at]]))
  held.vectors = vectorHashes(knowledge).map(hash => known.get(hash))
  return held
}

function missingIn({ knowledge, vectors }: Held): string[] {
  return vectorHashes(knowledge).filter((_hash, at) => vectors[at] === undefined)
}

function fill(held: Held, read: Map<string, StoredVector>): void {
  for (const [at, hash] of vectorHashes(held.knowledge).entries()) held.vectors[at] ??= read.get(hash)
}

async function readVectors(
  platform: Platform,
  workspaceId: string,
  model: string,
  wanted: readonly string[],
): Promise<Map<string, StoredVector>> {
  const { rows } = await platform.db.asService(workspaceId, tx =>
    sql<{
      text_hash: string
      vector: string
    }>`select text_hash, encode(vector, 'base64') as vector from private.passage_vectors
      where workspace_id = ${workspaceId} and model = ${model} and text_hash = any(${wanted}::text[])`.execute(tx),
  )
  return new Map(rows.map(row => [row.text_hash, storedVectorOf(new Int8Array(Buffer.from(row.vector, 'base64')))]))
}

export async function knownHashes(tx: Tx, workspaceId: string, model: string): Promise<Set<string>> {
  const { rows } = await sql<{ text_hash: string }>`select text_hash from private.passage_vectors
    where workspace_id = ${workspaceId} and model = ${model}`.execute(tx)
  return new Set(rows.map(row => row.text_hash))
}

function evictOldest(shelf: Map<string, Held>, justLoaded: string): void {
  const sizeOf = ({ vectors }: Held): number => vectors.reduce((sum, one) => sum + (one?.values.length ?? 0), 0)
  let size = [...shelf.values()].reduce((sum, held) => sum + sizeOf(held), 0)
  for (const [workspaceId, held] of shelf) {
    if (size <= maxBytes) return
    if (workspaceId === justLoaded) continue
    shelf.delete(workspaceId)
    size -= sizeOf(held)
  }
}
