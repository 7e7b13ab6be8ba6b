import { resolve } from 'node:path'
import { systemClock } from '#platform/clock.ts'
import { StartError } from '#platform/errors.ts'
import type { Config } from '../../config.ts'
import { inPlainWords } from '../backup-place.ts'
import { exportWorkspace } from './export-workspace.ts'

export const exportUse = 'export WORKSPACE FOLDER [--with-secrets]'

/** Runs in its own process, whether or not a server is running. Undefined for other words. */
export async function runExportCommand(config: Config, [name, ...words]: string[]): Promise<string | undefined> {
  if (name !== 'export') return undefined
  const withSecrets = words.includes('--with-secrets')
  const [id, folder, ...more] = words.filter(word => word !== '--with-secrets')
  if (!id || !folder || more.length > 0) throw new StartError(`npm run sen -- ${exportUse}`)
  const task = { id: id.toLowerCase(), folder: resolve(folder), withSecrets }
  const { workspace, tables, files, missing } = await inPlainWords(folder, () =>
    exportWorkspace(config, systemClock, task),
  )
  const rows = Object.values(tables).reduce((all, table) => all + table.rows, 0)
  const gone = missing.length > 0 ? ` ${missing.length} files that rows name are not kept any more.` : ''
  return `“${workspace.name}” is in ${folder}: ${rows.toLocaleString('en')} rows, ${Object.keys(files).length} files. It is not encrypted.${gone}`
}
