import { createClient, type SupabaseClient } from '@supabase/supabase-js'

/** With its own storage, which holds the verifier under `pkce`. */
export function clientWithStorage(
  origin: string,
  key: string,
  flowType: 'implicit' | 'pkce' = 'implicit',
): SupabaseClient {
  const stored = new Map<string, string>()
  const storage = {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  }
  return createClient(origin, key, { auth: { autoRefreshToken: false, flowType, storage, storageKey: 'session' } })
}
