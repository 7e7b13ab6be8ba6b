import type { Language, Role } from '#shared/words.ts'
import { failure } from '../errors.ts'
import type { Claims } from '../sql/database.ts'

/** Of a session that a workspace's provider opened: it enters nothing else. */
export function onlyWorkspaceOf(claims: Claims): string | null {
  const only = claims['only_workspace']
  return typeof only === 'string' ? only : null
}

/**
 * Whom a workspace's provider signed in neither widens what it may nor leaves anything that outlasts it.
 * @throws auth.own_sign_in_needed
 */
export function requireOwnSignIn({ claims }: Pick<Caller, 'claims'>): void {
  if (onlyWorkspaceOf(claims) !== null) throw failure('auth.own_sign_in_needed')
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
