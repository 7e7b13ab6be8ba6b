import type { Language, Role } from '#shared/words.ts'
import type { Claims } from '../sql/database.ts'

export type Caller = {
  personId: string
  email: string
  /** Empty where the action needs only a person. */
  workspaceId: string
  role: Role
  claims: Claims
  language: Language
}
