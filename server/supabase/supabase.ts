import type { Feature } from '#platform/feature.ts'

/** The wing that speaks the official client's wire protocol. */
export const supabaseWing: Feature = { name: 'supabase' }
