import { sql } from 'kysely'
import { joinHouse } from '#features/site/join-house.ts'
import { StartError } from '#platform/errors.ts'
import { rotateKeys } from '#platform/keys.ts'
import type { Platform } from '#platform/platform.ts'
import { addChannel, addChannelUse, replayCommand, replayUse } from './channel-commands.ts'
import { makeOperatorLink } from './operator-link.ts'

type Command = { use: string; run(platform: Platform, words: string[]): Promise<string> }

const commands: Record<string, Command> = {
  keys: {
    use: 'keys',
    run: async platform =>
      JSON.stringify({ anon_key: platform.tokens.anonKey, service_role_key: platform.tokens.serviceRoleKey }),
  },
  'make-operator': { use: 'make-operator EMAIL', run: makeOperator },
  'operator-link': { use: 'operator-link', run: makeOperatorLink },
  'rotate-keys': { use: 'rotate-keys', run: rotate },
  count: { use: 'count inbound|messages --ids', run: count },
  'add-channel': { use: addChannelUse, run: addChannel },
  replay: { use: replayUse, run: replayCommand },
}

export const usage = `npm run sen -- ${Object.values(commands)
  .map(command => command.use)
  .join(' | ')}`

/** @throws StartError with the usage, or what is wrong with the words, in one line */
export async function runCommand(platform: Platform, words: string[]): Promise<string> {
  const [name = '', ...rest] = words
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new StartError(`There is no command '${name}'. ${usage}`)
  return command.run(platform, rest)
}

async function makeOperator(platform: Platform, [email = '']: string[]): Promise<string> {
  const { rows } = await platform.db.asService(null, async tx => {
    const made = await sql<{
      email: string
    }>`update people set is_operator = true where lower(email) = lower(${email}) and email_verified returning email`.execute(
      tx,
    )
    await joinHouse(platform, tx)
    return made
  })
  if (!rows[0]) throw new StartError(`Nobody with the confirmed address ${email || 'EMAIL'} has signed up here.`)
  return `${rows[0].email} is an operator now.`
}

/** Nobody is signed out: what the older keys signed is still good, and sessions do not hang on keys. */
async function rotate({ config }: Platform): Promise<string> {
  if (config.JWT_KEYS_FILE)
    throw new StartError(
      `The keys are those of ${config.JWT_KEYS_FILE}: put a new one first there; it is read at once.`,
    )
  const name = await rotateKeys(config.dataDir)
  return `The key ${name} signs within five seconds. The two before it still check what they signed.`
}

/** One id a line: inbound by the id of who sent it (provider's or widget's), messages by ours. */
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
