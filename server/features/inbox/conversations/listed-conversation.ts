import type { Selectable } from 'kysely'
import type { Rows } from '#shared/rows.ts'

export type ListedConversation = Selectable<Rows['conversations']> & {
  apart?: true
}
