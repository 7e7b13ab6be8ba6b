import { createHash, timingSafeEqual } from 'node:crypto'
import type { Config } from '#server/config.ts'
import type { HookRequest } from '../channel.ts'
import { fieldsOf, idOf, readFields, textOf } from '../hooks/exact-json.ts'

type Keys = Pick<Config, 'ZALO_APP_ID' | 'ZALO_APP_SECRET' | 'ZALO_OA_SECRET_KEY' | 'ZALO_WEBHOOK_ACCEPT_OA_ID'>

/** SHA-256 of app id, raw body, body's time and key; no HMAC (Zalo's Java SDK, `MacUtils.buildMac`). Never throws. */
export function verify(config: Keys, request: HookRequest): boolean {
  const given = macOf(request)
  const timestamp = given && timeIn(request.body)
  const key = config.ZALO_OA_SECRET_KEY || config.ZALO_APP_SECRET
  if (!given || !timestamp || !key || !config.ZALO_APP_ID) return false
  const firsts = [config.ZALO_APP_ID, ...(config.ZALO_WEBHOOK_ACCEPT_OA_ID ? accountsIn(request.body) : [])]
  return firsts.some(first => isMac(given, first, request.body, timestamp, key))
}

/** For the log, as sources disagree on the scheme. */
export function explainRefusal(config: Keys, request: HookRequest): string | undefined {
  const given = macOf(request)
  const timestamp = given && timeIn(request.body)
  if (!given || !timestamp) return undefined
  const { ZALO_APP_ID: appId, ZALO_APP_SECRET: appSecret, ZALO_OA_SECRET_KEY: oaKey } = config
  if (oaKey && appSecret && isMac(given, appId, request.body, timestamp, appSecret))
    return 'Zalo signs with the secret of the app: ZALO_OA_SECRET_KEY should be empty.'
  const key = oaKey || appSecret
  if (key && accountsIn(request.body).some(first => isMac(given, first, request.body, timestamp, key)))
    return 'Zalo signs with the id of the account: ZALO_WEBHOOK_ACCEPT_OA_ID=on would take it.'
  return undefined
}

function macOf({ headers }: HookRequest): Buffer | undefined {
  const header = headers['x-zevent-signature']
  const hex = typeof header === 'string' ? /^(?:mac=)?([0-9a-f]{64})$/i.exec(header.trim())?.[1] : undefined
  return hex === undefined ? undefined : Buffer.from(hex, 'hex')
}

function timeIn(body: Buffer): string | undefined {
  try {
    const text = body.toString('utf8')
    const time = fieldsOf(JSON.parse(text))?.['timestamp']
    return (typeof time === 'number' ? textOf(readFields(text)?.['timestamp']) : textOf(time)) || undefined
  } catch {
    return undefined
  }
}

function accountsIn(body: Buffer): string[] {
  const event = readFields(body.toString('utf8')) ?? {}
  const ids = [event['oa_id'], fieldsOf(event['sender'])?.['id'], fieldsOf(event['recipient'])?.['id']]
  return ids.flatMap(id => idOf(id) ?? [])
}

function isMac(given: Buffer, first: string, body: Buffer, timestamp: string, key: string): boolean {
  const right = createHash('sha256').update(first).update(body).update(timestamp).update(key).digest()
  return timingSafeEqual(given, right)
}
