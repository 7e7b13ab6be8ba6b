import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Home } from './server-process.ts'

const run = promisify(execFile)

/** The public key of a running server, as its operator asks for it. */
export async function readAnonKey(home: Home): Promise<string> {
  const { PATH = '', HOME = '' } = process.env
  const { stdout } = await run(process.execPath, [join(import.meta.dirname, '../server/commands.ts'), 'keys'], {
    env: { PATH, HOME, ...home.settings },
  })
  return (JSON.parse(stdout) as { anon_key: string }).anon_key
}
