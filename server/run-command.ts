import { sql } from 'kysely'
import { closeLinks } from '#features/broadcasts/links/close-links.ts'
import { clearAddresses } from '#features/workspaces/access/access-rules.ts'
import { grantOperator, listOperators, revokeOperator } from '#features/operations/operator-rights.ts'
import { StartError } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { doctorUse, runDoctor } from './doctor/run-doctor.ts'
import { backupUses } from './backup/backup-commands.ts'
import { exportUse } from './backup/workspace-folder/export-command.ts'
import { importUse } from './backup/workspace-folder/import-command.ts'
import { addChannel, addChannelUse, replayCommand, replayUse } from './channel-commands.ts'
import { makeOperatorLink } from './operator-link.ts'
import { rotateKeysCommand, rotateKeysUse } from './keys/rotate-keys-command.ts'

type Command = { use: string; run(platform: Platform, words: string[]): Promise<string> }

const commands: Record<string, Command> = {
  keys: {
    use: 'keys',
    run: async platform =>
      JSON.stringify({ anon_key: platform.tokens.anonKey, service_role_key: platform.tokens.serviceRoleKey }),
  },
  'make-operator': { use: 'make-operator EMAIL', run: makeOperator },
  'revoke-operator': { use: 'revoke-operator EMAIL', run: endOperator },
  operators: { use: 'operators', run: notifyOperators },
  'operator-link': { use: 'operator-link', run: makeOperatorLink },
  'close-links': { use: 'close-links ADDRESS', run: (platform, words) => setLinks(platform, words, true) },
  'open-links': { use: 'open-links ADDRESS', run: (platform, words) => setLinks(platform, words, false) },
  'clear-addresses': { use: 'clear-addresses WORKSPACE', run: clearNetworks },
  'rotate-keys': { use: rotateKeysUse, run: rotateKeysCommand },
  count: { use: 'count inbound|messages --ids', run: count },
  'add-channel': { use: addChannelUse, run: addChannel },
  replay: { use: replayUse, run: replayCommand },
  doctor: { use: doctorUse, run: runDoctor },
  'copy-database': { use: '', run: copyDatabase },
}

export const usage = `npm run sen -- ${[
  ...Object.values(commands).map(command => command.use),
  ...backupUses,
  exportUse,
  importUse,
]
  .filter(Boolean)
  .join(' | ')}`

/** @throws StartError with the usage, or what is wrong with the arguments, in one line */
export async function runCommand(platform: Platform, words: string[]): Promise<string> {
  const [name = '', ...rest] = words
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new StartError(`There is no command '${name}'. ${usage}`)
  return command.run(platform, rest)
}

async function copyDatabase({ db }: Platform, [folder = '']: string[]): Promise<string> {
  await db.engine.copyTo?.(folder)
  return folder
}

async function makeOperator(platform: Platform, [email = '']: string[]): Promise<string> {
  const person = await grantOperator(platform, email)
  if (!person) throw new StartError(`Nobody with the confirmed address ${email || 'EMAIL'} has signed up here.`)
  return `${person.email} is an operator now. The desk opens once the account has two-step verification.`
}

async function endOperator(platform: Platform, [email = '']: string[]): Promise<string> {
  const person = await revokeOperator(platform, email)
  if (!person?.is_operator) throw new StartError(`${email || 'EMAIL'} is no operator here.`)
  const left = await listOperators(platform)
  const unspent = 'Links that nobody had opened are void.'
  return `${person.email} is no operator any more. ${unspent}${left.length === 0 ? ' There is none now: npm run sen -- operator-link' : ''}`
}

async function notifyOperators(platform: Platform): Promise<string> {
  const operators = await listOperators(platform)
  return operators.map(({ email }) => email).join('\n') || 'There is none: npm run sen -- operator-link'
}

async function clearNetworks(platform: Platform, [id = '']: string[]): Promise<string> {
  const name = await clearAddresses(platform, id)
  if (name === undefined) throw new StartError('There is no such workspace, or it has no list of network addresses.')
  return `${name} may be entered from every address again.`
}

async function setLinks(platform: Platform, [id = '']: string[], closed: boolean): Promise<string> {
  const name = await closeLinks(platform, id, closed)
  if (name === undefined)
    throw new StartError(`There is no such workspace: give its id, or an address that it has sent.`)
  return closed
    ? `The links in campaigns of “${name}” lead nowhere now, and new ones are sent as they were written.`
    : `The links in campaigns of “${name}” lead where they did.`
}

async function count(platform: Platform, [what, flag]: string[]): Promise<string> {
  if ((what !== 'inbound' && what !== 'messages') || (flag !== undefined && flag !== '--ids'))
    throw new StartError(`npm run sen -- ${commands['count']?.use}`)
  const ids = await platform.db.asService(null, tx =>
    what === 'inbound'
      ? sql<{
          id: string
        }>`select coalesce(external_id, client_id, id::text) as id from messages where direction = 'in' order by created_at, seq`.execute(
          tx,
        )
      : sql<{ id: string }>`select id::text as id from messages order by created_at, seq`.execute(tx),
  )
  return flag ? ids.rows.map(row => row.id).join('\n') : String(ids.rows.length)
}
