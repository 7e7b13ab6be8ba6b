// Errors come with HTTP 200 and a number.
import { createHmac } from 'node:crypto'
import type { SimulatedAnswer, SimulatedCall } from '../channel-simulator.ts'
import { ZaloRefusal } from './zalo-refusal.ts'
import { listRecentChat, readConversation } from './zalo-chats.ts'
import { sendAnonymous, sendConsultation, type ZaloSender } from './zalo-sends.ts'
import { countTemplates, describeTemplate, listTemplates, sendTemplate, sendTemplateToPhone } from './zalo-templates.ts'
import { takeUpload } from './zalo-uploads.ts'
import type { ZaloAccount, ZaloWorld } from './zalo-objects.ts'
import { sinceInteraction, zaloTimes } from './zalo-world.ts'

type Action = (world: ZaloWorld, account: ZaloAccount, input: Record<string, unknown>, sender: ZaloSender) => unknown

const actions: Record<string, Action> = {
  'GET /v2.0/oa/getoa': (_world, account) => describe(account),
  'GET /v3.0/oa/user/detail': userDetail,
  'GET /v2.0/oa/listrecentchat': listRecentChat,
  'GET /v2.0/oa/conversation': readConversation,
  'POST /v3.0/oa/quota/message': quota,
  'POST /v3.0/oa/message/cs': sendConsultation,
  'POST /v2.0/oa/message': sendAnonymous,
  'POST /v3.0/oa/message/template': sendTemplate,
  'GET /template/all': listTemplates,
  'GET /template/info/v2': describeTemplate,
  'POST /message/template': sendTemplateToPhone,
  'POST /v3.0/oa/message/transaction': gone,
  'POST /v3.0/oa/message/promotion': gone,
}

export async function answerApi(world: ZaloWorld, call: SimulatedCall, sender: ZaloSender): Promise<SimulatedAnswer> {
  const headers = countCall(world)
  try {
    const account = accountOfCall(world, call)
    const upload = /^POST \/v2\.0\/oa\/upload\/(image|gif|file)$/.exec(`${call.method} ${call.path}`)?.[1]
    const action = actions[`${call.method} ${call.path}`]
    if (!action && !upload) throw new ZaloRefusal(-201, 'API is not found')
    if (Number(headers['x-ratelimit-remain']) < 0) throw new ZaloRefusal(-32, 'Your application reached limit call api')
    if (account.refuses !== undefined) throw new ZaloRefusal(account.refuses, 'Official Account is not permitted')
    const data = upload
      ? takeUpload(world, account, upload as 'image' | 'gif' | 'file', call)
      : await action?.(world, account, inputOf(call), sender)
    const more = call.path === '/template/all' ? { metadata: { total: countTemplates(world, account) } } : {}
    return { status: 200, headers, body: { data, error: 0, message: 'Success', ...more } }
  } catch (error) {
    if (!(error instanceof ZaloRefusal)) throw error
    return { status: 200, headers, body: { error: error.code, message: error.message } }
  }
}

function countCall(world: ZaloWorld): Record<string, string> {
  const now = world.now()
  world.recentCalls = [...world.recentCalls.filter(at => at > now - zaloTimes.minute), now]
  const max = world.app.calls_a_minute
  const remain = String(max - world.recentCalls.length)
  return { 'x-ratelimit-limit': String(max), 'x-ratelimit-remain': remain }
}

/** Only the header `access_token` counts; a bearer token is ignored. */
function accountOfCall(world: ZaloWorld, call: SimulatedCall): ZaloAccount {
  const given = call.headers['access_token'] ?? ''
  const token = world.tokens.find(one => one.access_token === given)
  const account = token && world.oas.get(token.oa_id)
  if (!token || !account) throw new ZaloRefusal(-216, 'Access token is invalid')
  if (token.revoked || world.now() >= token.expires_at)
    throw new ZaloRefusal(-220, 'access_token is expired or removed')
  if (!account.authorised) throw new ZaloRefusal(-223, 'OA has not authorised the application')
  const proof = call.headers['appsecret_proof']
  const right = createHmac('sha256', world.app.app_secret).update(given).digest('hex')
  if ((world.app.needs_proof && proof === undefined) || (proof !== undefined && proof !== right))
    throw new ZaloRefusal(-242, 'appsecret_proof is invalid')
  return account
}

function inputOf(call: SimulatedCall): Record<string, unknown> {
  if (call.method !== 'GET') return call.body
  return call.path.startsWith('/template/') ? call.query : dataOf(call)
}

/** Queries carry one JSON text named `data`. */
function dataOf(call: SimulatedCall): Record<string, unknown> {
  if (call.query['data'] === undefined) return {}
  try {
    const value: unknown = JSON.parse(call.query['data'])
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  } catch {}
  throw new ZaloRefusal(-201, 'Params is invalid')
}

function describe(account: ZaloAccount): object {
  return {
    oa_id: account.id,
    oaid: account.id,
    name: account.name,
    description: '',
    avatar: account.avatar,
    is_verified: account.is_verified,
    package_name: account.package_name,
    num_follower: 12,
  }
}

function userDetail(world: ZaloWorld, account: ZaloAccount, input: Record<string, unknown>): object {
  const user = world.users.get(String(input['user_id']))
  if (!user) throw new ZaloRefusal(-201, 'user_id is invalid')
  const since = sinceInteraction(world, account.id, user.id)
  if (since === undefined && !user.follows) throw new ZaloRefusal(-213, 'User has not interacted with the OA')
  const last = new Date(world.now() - (since ?? 0))
  const two = (count: number) => String(count).padStart(2, '0')
  return {
    user_id: user.id,
    user_id_by_app: user.user_id_by_app,
    display_name: user.name,
    user_alias: user.name,
    user_is_follower: user.follows,
    user_last_interaction_date: `${two(last.getUTCDate())}/${two(last.getUTCMonth() + 1)}/${last.getUTCFullYear()}`,
    avatar: user.avatar,
    avatars: { '120': user.avatar, '240': user.avatar },
    tags_and_notes_info: { notes: [], tag_names: [] },
    shared_info: user.info ?? {},
  }
}

function quota(world: ZaloWorld, account: ZaloAccount, input: Record<string, unknown>): object {
  const userId = String(input['user_id'])
  const since = sinceInteraction(world, account.id, userId)
  if (since === undefined) throw new ZaloRefusal(-213, 'User has not interacted with the OA')
  const total = account.quota_total ?? account.quota
  return {
    last_interaction: String(world.now() - since),
    cs_reply: { remain: account.quota ?? -1, total: account.quota === undefined ? -1 : total },
  }
}

function gone(): never {
  throw new ZaloRefusal(-240, 'API is no longer supported')
}
