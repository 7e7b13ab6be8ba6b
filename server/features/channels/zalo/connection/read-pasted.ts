import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { PastedTokens } from '../../channel.ts'
import { callWithToken, dataOf } from '../call-zalo.ts'
import { idOf, textOf } from '../../hooks/exact-json.ts'
import { exchange } from './token-address.ts'
import { makePair, pairName, type TokenPair } from './token-pair.ts'
import { meaningOf } from '../zalo-answers.ts'

/** @throws channel.token_invalid, channel.account_mismatch */
export async function readPasted(
  platform: Platform,
  { accountId, token, refreshToken = '' }: PastedTokens,
): Promise<{ name: string; secrets: Record<string, string> }> {
  const getoa = { path: '/v2.0/oa/getoa' }
  let pair: TokenPair = makePair(token, refreshToken, platform.clock.now())
  let answer = await callWithToken(platform, pair.access, getoa)
  const isOver = answer.is === 'refused' && meaningOf(answer.error).class === 'refresh'
  if (isOver && refreshToken !== '') {
    const renewed = await exchange(platform, { grant_type: 'refresh_token', refresh_token: refreshToken })
    if (renewed.is !== 'pair') throw failure('channel.token_invalid')
    pair = renewed.pair
    answer = await callWithToken(platform, pair.access, getoa)
  }
  const data = dataOf(answer)
  const id = idOf(data?.['oa_id']) ?? idOf(data?.['oaid'])
  if (id === undefined) throw failure('channel.token_invalid')
  if (id !== accountId) throw failure('channel.account_mismatch')
  return { name: textOf(data?.['name'])?.trim() || `OA ${id.slice(-4)}`, secrets: { [pairName]: JSON.stringify(pair) } }
}
