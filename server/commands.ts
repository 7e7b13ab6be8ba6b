// `npm run sen -- <command>`: uses the running server's socket, or opens the data folder itself.
import { join } from 'node:path'
import { systemClock } from '#platform/clock.ts'
import { openEmbedded } from '#platform/embedded/embedded-engine.ts'
import { StartError } from '#platform/errors.ts'
import { readKeys } from '#platform/secrets/keys.ts'
import { lockFolder } from '#platform/sql/lock.ts'
import { silentLog } from '#platform/log.ts'
import { migrate } from '#platform/sql/migrations.ts'
import { makePlatform } from '#platform/platform.ts'
import { openPostgresql } from '#platform/sql/postgresql-engine.ts'
import { wireJobs } from './app.ts'
import { runBackupCommand } from './backup/backup-commands.ts'
import { runExportCommand } from './backup/workspace-folder/export-command.ts'
import { runImportCommand } from './backup/workspace-folder/import-command.ts'
import { askRunningServer } from './ask-running-server.ts'
import { type Config, environmentWithFile, readConfig } from './config.ts'
import { runCommand, usage } from './run-command.ts'

async function runHere(config: Config, words: string[]): Promise<string> {
  const unlock = config.DATABASE_URL ? () => {} : await lockFolder(config.dataDir)
  const engine = config.DATABASE_URL
    ? await openPostgresql(config.DATABASE_URL, () => {})
    : await openEmbedded(join(config.dataDir, 'database'))
  try {
    await migrate(engine)
    const platform = await makePlatform(config, engine, await readKeys(config.dataDir, config), systemClock, silentLog)
    wireJobs(platform)
    return await runCommand(platform, words)
  } finally {
    await engine.close()
    unlock()
  }
}

const words = process.argv.slice(2)
try {
  if (words.length === 0) throw new StartError(usage)
  const config = readConfig(environmentWithFile())
  const answer =
    (await runBackupCommand(config, words)) ??
    (await runExportCommand(config, words)) ??
    (await runImportCommand(config, words)) ??
    (await askRunningServer(config.dataDir, words)) ??
    (await runHere(config, words))
  console.log(answer)
  process.exit(0)
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exit(1)
}
