import { sql } from 'kysely'
import { connectAccount } from '#features/channels/connections/connect-account.ts'
import { kindOf } from '#features/channels/kinds.ts'
import { replayAny } from '#features/operations/dead-letters.ts'
import { Failure, StartError } from '#platform/errors.ts'
import { isUuid } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'

export const addChannelUse =
  'add-channel facebook|zalo --workspace ID --account PAGE_OR_OA_ID --token TOKEN [--refresh-token T]'

/** The platform is asked whether the token opens this account. */
export async function addChannel(platform: Platform, words: string[]): Promise<string> {
  const [name = '', ...rest] = words
  const kind = kindOf(name)
  const options = readOptions(rest)
  const workspaceId = options.get('--workspace') ?? ''
  const accountId = options.get('--account') ?? ''
  const token = options.get('--token') ?? ''
  if (!kind || !isUuid(workspaceId) || !accountId || !token) throw new StartError(`npm run sen -- ${addChannelUse}`)
  const known = await platform.db.asService(workspaceId, tx =>
    sql`select 1 from workspaces where id = ${workspaceId} and deleted_at is null`.execute(tx),
  )
  if (known.rows.length === 0) throw new StartError(`There is no workspace ${workspaceId}.`)
  try {
    const account = await kind.readPasted(platform, {
      accountId,
      token,
      refreshToken: options.get('--refresh-token'),
    })
    const channel = await connectAccount(
      platform,
      { workspaceId, kind: kind.name, accountId, name: account.name, secrets: account.secrets },
      kind.subscribe,
    )
    return `${account.name} is connected. Its channel is ${channel.id}.`
  } catch (error) {
    throw error instanceof Failure ? new StartError(`${error.code}: ${error.message}`) : error
  }
}

export const replayUse = 'replay [ID|--all]'

export async function replayCommand(platform: Platform, [which]: string[]): Promise<string> {
  if (which === undefined) {
    const { rows } = await platform.db.asService(null, tx =>
      sql<{
        id: string
        kind: string
        reason: string
        created_at: Date
      }>`select id, kind, reason, created_at from dead_letters
        where status = 'open' order by created_at limit 1000`.execute(tx),
    )
    return rows.length === 0
      ? 'No dead letters.'
      : rows.map(row => `${row.id}  ${row.created_at.toISOString()}  ${row.kind}: ${row.reason}`).join('\n')
  }
  if (which !== '--all' && !isUuid(which)) throw new StartError(`npm run sen -- ${replayUse}`)
  const count = await replayAny(platform, which === '--all' ? undefined : which)
  if (count === 0 && which !== '--all') throw new StartError(`There is no open dead letter ${which}.`)
  return `${count} replayed.`
}

function readOptions(words: string[]): Map<string, string> {
  const options = new Map<string, string>()
  for (let index = 0; index + 1 < words.length; index += 2) options.set(words[index] ?? '', words[index + 1] ?? '')
  return options
}
