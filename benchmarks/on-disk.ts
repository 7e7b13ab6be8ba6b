import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Snapshot } from '#server/test-engines.ts'
import { openEmbedded } from '#platform/embedded/embedded-engine.ts'
import { migrate } from '#platform/sql/migrations.ts'

/** An embedded database as an installation has it: its files are synced, and are no part of the program's memory. */
export function onDisk(): Snapshot {
  const folder = mkdtempSync(join(tmpdir(), 'sen-bench-'))
  const drop = async () => rmSync(folder, { recursive: true, force: true })
  return {
    async open() {
      const engine = await openEmbedded(join(folder, 'database'))
      await migrate(engine)
      return { engine, drop, takeSnapshot: () => Promise.reject(new Error('A benchmark takes no snapshot.')) }
    },
    discard: drop,
  }
}
