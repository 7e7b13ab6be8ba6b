import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Knowledge, type Passage } from '#features/training/knowledge/knowledge.ts'
import { fakeClock } from '#platform/clock.ts'
import { testPlatform, type TestPlatform } from '#server/testing.ts'
import { type BusinessSet, otherShopsToday } from './evaluation-sets.ts'
import { trainShop } from './trained-shop.ts'

/** Reading real files is slow, so the result is cached here. Empty it after changing how files are read. */
const folder = join(tmpdir(), 'sen-read-shops')

export async function readShops(sets: readonly BusinessSet[]): Promise<Map<BusinessSet, Knowledge>> {
  mkdirSync(folder, { recursive: true })
  const known = new Map<BusinessSet, Knowledge>()
  let platform: TestPlatform | undefined
  try {
    for (const set of sets) {
      const file = join(folder, `${set.business.id}-${fingerprint(set)}.json`)
      if (!existsSync(file)) {
        platform ??= await testPlatform({ clock: fakeClock(otherShopsToday) })
        const { knowledge } = await trainShop(platform, set)
        writeFileSync(file, JSON.stringify(knowledge.passages))
      }
      known.set(set, new Knowledge(JSON.parse(readFileSync(file, 'utf8')) as Passage[]))
    }
    return known
  } finally {
    await platform?.close()
  }
}

function fingerprint({ docs, folder: home }: BusinessSet): string {
  const hash = createHash('sha256')
  for (const { title, text, file } of docs)
    hash.update(`${title}\n`).update(file ? readFileSync(join(home, file)) : text)
  return hash.digest('hex').slice(0, 16)
}
