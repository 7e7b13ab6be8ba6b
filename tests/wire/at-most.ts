import type { SupabaseClient } from '@supabase/supabase-js'

type Anything = {
  Row: Record<string, unknown>
  Insert: Record<string, unknown>
  Update: Record<string, unknown>
  Relationships: []
}

/** The client offers `maxAffected` only if its types name the protocol's version. */
type Versioned = {
  __InternalSupabase: { PostgrestVersion: '14' }
  public: {
    Tables: Record<string, Anything>
    Views: Record<string, never>
    Functions: Record<string, { Args: Record<string, unknown>; Returns: Record<string, unknown>[] }>
  }
}

export function atMost(client: SupabaseClient): SupabaseClient<Versioned> {
  return client as unknown as SupabaseClient<Versioned>
}
