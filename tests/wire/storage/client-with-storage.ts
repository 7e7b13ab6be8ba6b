import { createClient, type SupabaseClient } from '@supabase/supabase-js'

/**
 * The official client with a storage of its own, as each browser has one.
 * @param flowType with `pkce` the verifier lies in that storage
 */
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
