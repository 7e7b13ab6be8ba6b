// `node killed-import.ts FOLDER FUNCTION`: dies by kill -9 as soon as that function of the import asks for the time.
import { runImportCommand } from '#server/backup/workspace-folder/import-command.ts'
import { readConfig } from '#server/config.ts'
import { fakeClock } from '#platform/clock.ts'

const [folder = '', place] = process.argv.slice(2)
const clock = fakeClock()
function now(): Date {
  if (new Error().stack?.includes(`at ${place} (`)) process.kill(process.pid, 'SIGKILL')
  return clock.now()
}
await runImportCommand(readConfig(process.env), ['import', folder], { now })
