import { AuthClient } from '@supabase/auth-js'
import { PostgrestClient } from '@supabase/postgrest-js'
import type { RealtimeClient } from '@supabase/realtime-js'
import type { StorageClient } from '@supabase/storage-js'
import { randomShare } from '#widget/new-id.ts'
import type { WireDatabase } from './wire-rows.ts'

/** The official client's parts, built as it builds them, so that some load later. */
export type Client = {
  auth: InstanceType<typeof AuthClient>
  /** Row-level security applies. */
  from: PostgrestClient<WireDatabase>['from']
  realtime(): Promise<RealtimeClient>
  storage(): Promise<StorageClient>
}

/** Public pages check it to see whether someone is signed in. */
export const sessionStorageKey = 'sen-session'

const reconnectSteps = [1000, 2000, 5000, 10_000]

let made: Client | undefined

export function client(): Client {
  made ??= makeClient(location.origin, anonKey())
  return made
}

function makeClient(origin: string, key: string): Client {
  const auth = new AuthClient({
    url: `${origin}/auth/v1`,
    // Spelled as the client does: otherwise both would be sent, the key first.
    headers: { Authorization: `Bearer ${key}`, apikey: key },
    storageKey: sessionStorageKey,
    // boot.ts already took it out of the address.
    detectSessionInUrl: false,
  })
  const bearer = async () => (await auth.getSession()).data.session?.access_token ?? key

  async function fetchAs(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const headers = new Headers(init?.headers)
    if (!headers.has('apikey')) headers.set('apikey', key)
    if (!headers.has('authorization')) headers.set('authorization', `Bearer ${await bearer()}`)
    return fetch(input, { ...init, headers })
  }

  let realtime: Promise<RealtimeClient> | undefined
  async function makeRealtime(): Promise<RealtimeClient> {
    const { RealtimeClient: Realtime } = await import('@supabase/realtime-js')
    const connection = new Realtime(`${origin.replace(/^http/, 'ws')}/realtime/v1`, {
      params: { apikey: key },
      accessToken: bearer,
      fetch: fetchAs,
      // Detects a silently lost network; until then the screen may seem up to date.
      heartbeatIntervalMs: 15_000,
      reconnectAfterMs: tries => (reconnectSteps[tries - 1] ?? 10_000) * (0.5 + randomShare()),
    })
    // A renewed session keeps the connection; an ended one leaves it with the public key.
    let announcedToken: string | undefined
    auth.onAuthStateChange((event, session) => {
      const token = session?.access_token
      if (event === 'SIGNED_OUT') {
        announcedToken = undefined
        void connection.setAuth()
      } else if (['TOKEN_REFRESHED', 'SIGNED_IN', 'INITIAL_SESSION'].includes(event) && announcedToken !== token) {
        announcedToken = token
        void connection.setAuth(token)
      }
    })
    return connection
  }

  let storage: Promise<StorageClient> | undefined
  async function makeStorage(): Promise<StorageClient> {
    const { StorageClient: Storage } = await import('@supabase/storage-js')
    return new Storage(`${origin}/storage/v1`, {}, fetchAs)
  }

  const rest = new PostgrestClient<WireDatabase>(`${origin}/rest/v1`, { fetch: fetchAs })
  return {
    auth,
    from: rest.from.bind(rest) as Client['from'],
    realtime: () => (realtime ??= orAgain(makeRealtime(), () => (realtime = undefined))),
    storage: () => (storage ??= orAgain(makeStorage(), () => (storage = undefined))),
  }
}

/** A failed load is retried on the next request. */
async function orAgain<T>(loading: Promise<T>, forget: () => void): Promise<T> {
  try {
    return await loading
  } catch (error) {
    forget()
    throw error
  }
}

export function anonKey(): string {
  const content = document.querySelector<HTMLMetaElement>('meta[name="sen-config"]')?.content
  const config: unknown = content ? JSON.parse(content) : undefined
  if (config && typeof config === 'object' && 'anonKey' in config && typeof config.anonKey === 'string')
    return config.anonKey
  throw new Error('This page carries no sen-config: it must be served by the Sen server.')
}
