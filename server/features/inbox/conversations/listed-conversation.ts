import type { Selectable } from 'kysely'
import type { Rows } from '#shared/rows.ts'
import type { Lane } from '#shared/words.ts'

export type ListedConversation = Omit<Selectable<Rows['conversations']>, 'lane'> & {
  lane: Lane | null
  apart?: true
}
