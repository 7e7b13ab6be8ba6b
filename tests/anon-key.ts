import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Home } from './server-process.ts'

const run = promisify(execFile)

type Keys = { anon_key: string; service_role_key: string }

export async function readAnonKey(home: Home): Promise<string> {
  return (await readServerKeys(home)).anon_key
}

/** The keys of a running server, as its operator asks for them. */
export async function readServerKeys(home: Home): Promise<Keys> {
  const { PATH = '', HOME = '' } = process.env
  const { stdout } = await run(process.execPath, [join(import.meta.dirname, '../server/commands.ts'), 'keys'], {
    env: { PATH, HOME, ...home.settings },
  })
  return JSON.parse(stdout) as Keys
}
