import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { startSen } from '#tests/setup/sen-command.ts'
import { type Home, runServer } from '#tests/setup/server-process.ts'

/** Killed by itself, once all has come: whoever watches from here may look too late. Nothing starts on what it leaves. */
export async function killRestore(target: Home, backup: string): Promise<void> {
  const killing = `--import data:text/javascript,${encodeURIComponent(`import fs, { writeFileSync } from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    const write = writeFileSync.bind(fs)
    fs.writeFileSync = (place, text, ...more) => {
      write(place, text, ...more)
      if (String(place).endsWith('restoring') && text !== '') process.kill(process.pid, 'SIGKILL')
    }
    syncBuiltinESMExports()`)}`
  const killed = startSen({ ...target.settings, NODE_OPTIONS: killing }, 'restore', backup)
  const [, signal] = (await once(killed.child, 'close')) as [number | null, string | null]
  assert.equal(signal, 'SIGKILL', killed.output())
  const named = new RegExp(`"place":".*${basename(backup, '.backup')}`)
  assert.match(readFileSync(join(target.dataDir, 'restoring'), 'utf8'), named)
  assert.match((await runServer(target.settings)).output, /was not finished/)
}
