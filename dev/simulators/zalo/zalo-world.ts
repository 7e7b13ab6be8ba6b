import type { ZaloAccount, ZaloToken, ZaloUser, ZaloWorld } from './zalo-objects.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
export const zaloTimes = {
  code: 10 * minute,
  access: 25 * hour,
  refresh: 90 * day,
  free: 48 * hour,
  window: 7 * day,
  upload: 7 * day,
  minute,
} as const

export function makeZaloWorld(now: () => number, idsFrom = 0): ZaloWorld {
  return {
    now,
    app: {
      app_id: '3820000000000000111',
      app_secret: 'zalo-app-secret',
      oa_secret_key: 'zalo-oa-secret',
      signs_with: 'oa_secret_key',
      signs_oa_id: false,
      callback_url: '',
      pkce: 'per_request',
      code_challenge: '',
      echoes_state: true,
      needs_proof: false,
      numbers_token_errors: false,
      calls_a_minute: 4000,
      free_replies: 8,
      received_after_ms: 0,
    },
    oas: new Map([['4318000000000000777', accountOf({ id: '4318000000000000777', name: 'Mỹ phẩm Hạ An' })]]),
    users: new Map(
      [
        userOf({ id: '7700000000000000123', name: 'Trần Thị Bưởi' }),
        userOf({ id: '7700000000000000456', name: 'Lê Văn Cam' }),
      ].map(user => [user.id, user]),
    ),
    tokens: [],
    codes: [],
    uploads: [],
    messages: [],
    interactions: new Map(),
    billed: 0,
    templates: new Map(),
    phones: new Map(),
    charged: 0,
    refreshes: 0,
    recentCalls: [],
    made: idsFrom,
  }
}

export function accountOf(given: Partial<ZaloAccount> & { id: string }): ZaloAccount {
  return {
    name: `OA ${given.id.slice(-4)}`,
    avatar: 'https://s240-ava-talk.zadn.vn/oa.jpg',
    is_verified: true,
    package_name: 'Gói Nâng cao',
    authorised: true,
    ...given,
  }
}

export function userOf(given: Partial<ZaloUser> & { id: string }): ZaloUser {
  return {
    name: `Khách ${given.id.slice(-4)}`,
    avatar: 'https://s120-ava-talk.zadn.vn/user.jpg',
    user_id_by_app: `55${given.id.slice(2)}`,
    follows: false,
    ...given,
  }
}

/** Nineteen digits like Zalo's, above Number.MAX_SAFE_INTEGER. */
export function nextNumber(world: ZaloWorld): string {
  world.made += 1
  return String(6_200_000_000_000_000_000n + BigInt(world.made))
}

export function nextMessageId(world: ZaloWorld): string {
  world.made += 1
  return `63ec${world.made.toString(16).padStart(16, '0')}`
}

export function issueTokens(world: ZaloWorld, oaId: string): ZaloToken {
  for (const older of world.tokens) if (older.oa_id === oaId) older.revoked = true
  world.made += 1
  const now = world.now()
  const token = {
    access_token: `zat-${oaId}-${world.made}`,
    refresh_token: `zrt-${oaId}-${world.made}`,
    oa_id: oaId,
    issued_at: now,
    expires_at: now + zaloTimes.access,
    refresh_used: false,
    revoked: false,
  }
  world.tokens.push(token)
  return token
}

export function interact(world: ZaloWorld, oaId: string, userId: string): void {
  world.interactions.set(`${oaId} ${userId}`, world.now())
}

/** Milliseconds; undefined: never. */
export function sinceInteraction(world: ZaloWorld, oaId: string, userId: string): number | undefined {
  const at = world.interactions.get(`${oaId} ${userId}`)
  return at === undefined ? undefined : world.now() - at
}
