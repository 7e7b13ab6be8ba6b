import type { Language, Role } from '#shared/words.ts'
import type { Claims } from '../sql/database.ts'

/** Of a session that a workspace's provider opened: it enters nothing else. */
export function onlyWorkspaceOf(claims: Claims): string | null {
  const only = claims['only_workspace']
  return typeof only === 'string' ? only : null
}

export type Caller = {
  personId: string
  email: string
  /** Empty where the action needs only a person. */
  workspaceId: string
  role: Role
  claims: Claims
  language: Language
}
