import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { randomShare } from '#widget/new-id.ts'
import type { WireDatabase } from './wire-rows.ts'

export type Client = SupabaseClient<WireDatabase>

/** Where the session lies in the browser's storage. Public pages look here to know whether somebody is signed in. */
export const sessionStorageKey = 'sen-session'

const reconnectSteps = [1000, 2000, 5000, 10_000]

let made: Client | undefined

/** The one connection of this page with its own server. */
export function client(): Client {
  made ??= createClient<WireDatabase>(location.origin, anonKey(), {
    // What stands in the address was taken out of it by boot.ts, before this.
    auth: { storageKey: sessionStorageKey, detectSessionInUrl: false },
    realtime: { reconnectAfterMs: tries => (reconnectSteps[tries - 1] ?? 10_000) * (0.5 + randomShare()) },
  })
  return made
}

/** The key that every call to the server's client protocol carries. */
export function anonKey(): string {
  const content = document.querySelector<HTMLMetaElement>('meta[name="sen-config"]')?.content
  const config: unknown = content ? JSON.parse(content) : undefined
  if (config && typeof config === 'object' && 'anonKey' in config && typeof config.anonKey === 'string')
    return config.anonKey
  throw new Error('This page carries no sen-config: it must be served by the Sen server.')
}
