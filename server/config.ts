import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { StartError } from '#platform/errors.ts'
import { settings, type Values } from './settings/all-settings.ts'
import { refuseContradictions } from './settings/settings-together.ts'

export type Config = Values & { publicUrl: string; dataDir: string; mailFrom: string }

/** @throws StartError naming every wrong setting in one line */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const wrong: string[] = []
  const values: Record<string, unknown> = {}
  for (const [name, [, standard, schema]] of Object.entries(settings)) {
    const given = environment[name]?.trim()
    const result = schema.safeParse(given === undefined || given === '' ? standard : given)
    if (result.success) values[name] = result.data
    else wrong.push(`${name}: ${result.error.issues[0]?.message ?? 'not valid'}`)
  }
  if (wrong.length > 0)
    throw new StartError(`Wrong settings. ${wrong.join('; ')}. (.env.example tells what each means.)`)
  const config = values as Values
  refuseContradictions(config)
  const publicUrl = config.PUBLIC_URL || `http://localhost:${config.PORT}`
  return {
    ...config,
    publicUrl,
    dataDir: resolve(config.DATA_DIR),
    mailFrom: config.MAIL_FROM || `"${config.BRAND_NAME}" <no-reply@${new URL(publicUrl).hostname}>`,
  }
}

/** The environment takes precedence over `.env`. */
export function environmentWithFile(
  file = resolve(import.meta.dirname, '../.env'),
): Record<string, string | undefined> {
  if (!existsSync(file)) return process.env
  return { ...parseEnv(readFileSync(file, 'utf8')), ...process.env }
}

export function exampleEnvironment(): string {
  const lines = Object.entries(settings).map(([name, [meaning, standard]]) => `# ${meaning}\n# ${name}=${standard}\n`)
  return `# Every setting is optional. Printed from server/settings/all-settings.ts by \`npm run rows\`.\n\n${lines.join('\n')}`
}
