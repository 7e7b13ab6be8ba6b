import { AuthClient } from '@supabase/auth-js'
import { PostgrestClient } from '@supabase/postgrest-js'
import type { RealtimeClient } from '@supabase/realtime-js'
import type { StorageClient } from '@supabase/storage-js'
import { randomShare } from '#widget/new-id.ts'
import type { WireDatabase } from './wire-rows.ts'

/** The parts of the official client, each made as the whole one makes it. What a page may do without at first comes later. */
export type Client = {
  auth: InstanceType<typeof AuthClient>
  /** Rows, under the rights of who is signed in. */
  from: PostgrestClient<WireDatabase>['from']
  realtime(): Promise<RealtimeClient>
  storage(): Promise<StorageClient>
}

/** Where the session lies in the browser's storage. Public pages look here to know whether somebody is signed in. */
export const sessionStorageKey = 'sen-session'

const reconnectSteps = [1000, 2000, 5000, 10_000]

let made: Client | undefined

/** The one connection of this page with its own server. */
export function client(): Client {
  made ??= makeClient(location.origin, anonKey())
  return made
}

function makeClient(origin: string, key: string): Client {
  const auth = new AuthClient({
    url: `${origin}/auth/v1`,
    // Written as the client itself writes it: otherwise both would be sent, the key before the person.
    headers: { Authorization: `Bearer ${key}`, apikey: key },
    storageKey: sessionStorageKey,
    // What stands in the address was taken out of it by boot.ts, before this.
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
      // A network that went away without a word is noticed by it: so long the screen may think that it is up to date.
      heartbeatIntervalMs: 15_000,
      reconnectAfterMs: tries => (reconnectSteps[tries - 1] ?? 10_000) * (0.5 + randomShare()),
    })
    // A renewed session goes on over the same connection; one that is over leaves it with the public key.
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

/** What could not be loaded is loaded anew when it is asked for again. */
async function orAgain<T>(loading: Promise<T>, forget: () => void): Promise<T> {
  try {
    return await loading
  } catch (error) {
    forget()
    throw error
  }
}

/** The key that every call to the server's client protocol carries. */
export function anonKey(): string {
  const content = document.querySelector<HTMLMetaElement>('meta[name="sen-config"]')?.content
  const config: unknown = content ? JSON.parse(content) : undefined
  if (config && typeof config === 'object' && 'anonKey' in config && typeof config.anonKey === 'string')
    return config.anonKey
  throw new Error('This page carries no sen-config: it must be served by the Sen server.')
}
