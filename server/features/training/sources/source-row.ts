import type { WithDates } from '#platform/sql/with-dates.ts'
import type { Source as SentSource } from '#shared/contracts/training/training.results.ts'

export type Source = WithDates<SentSource, 'resync_at' | 'synced_at' | 'created_at' | 'processed_at'>
