import type { Language, Role } from '#shared/words.ts'
import type { Claims } from '../sql/database.ts'

/** Who calls an action, and for which workspace. */
export type Caller = {
  personId: string
  email: string
  /** Empty where the action asks for a person only. */
  workspaceId: string
  role: Role
  claims: Claims
  language: Language
}
