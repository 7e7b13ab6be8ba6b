import { createHash } from 'node:crypto'
import type { BackupStore } from '#platform/backups/backup-store.ts'
import { StartError } from '#platform/errors.ts'
import { parseJson } from '#platform/text/parse-json.ts'
import { type Entry, readArchive, writeArchive } from '../backup-archive.ts'
import { byKey, type Listed, type ListedMap, listedSchema, unite } from './listed.ts'

// The list is some files beside the backups, each written once: a store has no way to append. Together they are the list.

const ours = /^sen-erasures-[0-9a-f]{32}\.backup$/
const linesOfEntry = 2000
const maxEntryBytes = 4_000_000
const maxFiles = 8
const tries = 3

export function isErasureFile(name: string): boolean {
  return ours.test(name)
}

export async function listErasureFiles(store: BackupStore): Promise<string[]> {
  return (await store.list()).map(({ name }) => name).filter(isErasureFile)
}

/** Named by what is in it: the same again, after a failure elsewhere, makes no second file. */
export async function writeErasures(store: BackupStore, passphrase: string, erasures: Listed[]): Promise<string> {
  const parts: Buffer[] = []
  for (let at = 0; at < erasures.length; at += linesOfEntry)
    parts.push(
      Buffer.from(
        erasures
          .slice(at, at + linesOfEntry)
          .map(one => `${JSON.stringify(one)}\n`)
          .join(''),
      ),
    )
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  const name = `sen-erasures-${hash.digest('hex').slice(0, 32)}.backup`
  if (await store.exists(name)) return name
  await writeArchive(
    content => store.write(name, content),
    passphrase,
    async writer => {
      for (const [number, part] of parts.entries()) await writer.add(`erasures/${number}.jsonl`, part)
    },
  )
  return name
}

export type ReadOptions = { shown: string; passphrase: string; mustBeEncrypted: boolean }

/** @throws StartError, StoreFault */
export async function readErasures(store: BackupStore, options: ReadOptions): Promise<ListedMap> {
  for (let left = tries; ; left--) {
    const files = await listErasureFiles(store)
    try {
      const found: ListedMap = new Map()
      for (const name of files) await readFile(store, name, options, found)
      return found
    } catch (error) {
      // The files were merged into another one meanwhile.
      const now = await listErasureFiles(store)
      if (left === 0 || files.every(name => now.includes(name))) throw error
    }
  }
}

async function readFile(
  store: BackupStore,
  name: string,
  { shown, passphrase, mustBeEncrypted }: ReadOptions,
  found: ListedMap,
): Promise<void> {
  const origin = { name: `${name} (${shown})`, mustBeEncrypted }
  for await (const entry of readArchive(origin, await store.read(name), passphrase))
    for (const line of (await textOf(entry)).split('\n')) if (line) unite(found, listedOf(line, origin.name))
}

async function textOf({ name, content }: Entry): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of content as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxEntryBytes) throw new StartError(`${name} is too large for a list of erased people.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function listedOf(line: string, name: string): Listed {
  const { data } = listedSchema.safeParse(parseJson(line))
  if (!data) throw new StartError(`${name} has a line that this program does not write.`)
  return data
}

/** Nothing leaves the list: backups are also kept where this program does not see them. Who is killed leaves lines twice. */
export async function mergeErasureFiles(store: BackupStore, options: ReadOptions): Promise<void> {
  const files = await listErasureFiles(store)
  if (files.length <= maxFiles) return
  const all = await readErasures(store, options)
  const united = await writeErasures(
    store,
    options.passphrase,
    [...all].toSorted(byKey).map(([, one]) => one),
  )
  for (const name of files) if (name !== united) await store.remove(name)
}
