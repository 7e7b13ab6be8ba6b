import { Failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { findChannel } from '../../channel-row.ts'
import { connectAccount } from '../../connections/connect-account.ts'
import { callWithToken, dataOf } from '../call-zalo.ts'
import { type Consent, spendState } from './consent.ts'
import { idOf, textOf } from '../../hooks/exact-json.ts'
import { exchange } from './token-address.ts'
import { savePair, pairName, type TokenPair } from './token-pair.ts'
import { meaningOf } from '../zalo-answers.ts'

export type Returned = {
  browserHash: string | undefined
  state: string | undefined
  code: string | undefined
  accountId: string | undefined
  error: string | undefined
}

export type Finished = { channelId: string } | { error: string }

type Account = { id: string; name: string }

/** Trusts what the address says about the account only if Zalo confirms it. */
export async function finishConsent(platform: Platform, returned: Returned): Promise<Finished> {
  const { state, browserHash } = returned
  const own = state && browserHash ? { state, browserHash } : undefined
  const consent = own && (await platform.db.asService(null, tx => spendState(platform, tx, own)))
  if (!consent) return { error: 'zalo.consent_over' }
  if (returned.code === undefined) return { error: reasonOf(returned.error) }
  const traded = await exchange(platform, {
    grant_type: 'authorization_code',
    code: returned.code,
    ...(consent.verifier === undefined ? {} : { code_verifier: consent.verifier }),
  })
  if (traded.is === 'passing') return { error: 'zalo.unreachable' }
  if (traded.is === 'refused') {
    platform.log.warn({ error: traded.error, name: traded.name }, 'Zalo did not trade a code')
    return { error: [-14_002, -14_003].includes(traded.error) ? meaningOf(traded.error).code : 'zalo.code_refused' }
  }
  const account = await accountOf(platform, traded.pair)
  if ('error' in account) return account
  return connect(platform, consent, account, returned, traded.pair)
}

function reasonOf(error: string | undefined): string {
  const { code } = meaningOf(Number(error ?? 0))
  return code === 'zalo.wrong_app' || code === 'zalo.wrong_return_address' ? code : 'zalo.consent_refused'
}

async function accountOf(platform: Platform, pair: TokenPair): Promise<Account | { error: string }> {
  const answer = await callWithToken(platform, pair.access, { path: '/v2.0/oa/getoa' })
  const data = dataOf(answer)
  const id = idOf(data?.['oa_id']) ?? idOf(data?.['oaid'])
  if (id !== undefined) return { id, name: textOf(data?.['name'])?.trim() || `OA ${id.slice(-4)}` }
  return { error: answer.is === 'refused' ? meaningOf(answer.error, answer.message).code : 'zalo.unreachable' }
}

async function connect(
  platform: Platform,
  consent: Consent,
  account: Account,
  returned: Returned,
  pair: TokenPair,
): Promise<Finished> {
  const isOther = consent.accountId !== undefined && consent.accountId !== account.id
  const isForged = returned.accountId !== undefined && returned.accountId !== account.id
  if (isOther || isForged) {
    await saveForHolder(platform, account, pair)
    return { error: 'zalo.other_account' }
  }
  const secrets = { [pairName]: JSON.stringify(pair) }
  const { workspaceId, personId: by } = consent
  try {
    const made = {
      workspaceId,
      kind: 'zalo',
      accountId: account.id,
      name: account.name.slice(0, 200),
      secrets,
      by,
    } as const
    return { channelId: (await connectAccount(platform, made, undefined)).id }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (error.code === 'channel.taken') await saveForHolder(platform, account, pair)
    return { error: error.code }
  }
}

/** A new consent ends an account's older tokens, so a connected channel gets the new ones. */
async function saveForHolder(platform: Platform, account: Account, pair: TokenPair): Promise<void> {
  await platform.db.asService(null, async tx => {
    const holder = await findChannel(tx, 'zalo', account.id)
    if (holder) await savePair(platform, tx, holder, pair)
  })
}
