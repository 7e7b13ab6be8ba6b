import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
const copied = ['server', 'database', 'package.json']

/** This same program with one more migration, in a folder of its own: the version after this one. */
export function makeNewerProgram(name: string, migration: string): { main: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'sen-newer-'))
  for (const entry of readdirSync(root))
    if (copied.includes(entry)) cpSync(join(root, entry), join(folder, entry), { recursive: true })
    else if (entry !== '.git') symlinkSync(join(root, entry), join(folder, entry))
  const place = join(folder, 'database/migrations/9976-10000')
  mkdirSync(place)
  writeFileSync(join(place, name), migration)
  return { main: join(folder, 'server/main.ts'), remove: () => rmSync(folder, { recursive: true, force: true }) }
}
