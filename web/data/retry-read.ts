import { ApiError } from './api.ts'

/**
 * Whether a read that failed is tried again. What was refused stays refused, but for one thing: a tab hears of another's second step
 * a moment before the storage that they share holds the new session, and asks once more with the half of it.
 * @param failures how often it has failed before
 */
export function retryRead(failures: number, error: Error): boolean {
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500
  if (refused) return error.code === 'insufficient_aal' && failures < 4
  return failures < 2
}
