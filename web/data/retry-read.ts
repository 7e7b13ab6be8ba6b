import { ApiError } from './api.ts'

/** Refusals are final, with one exception: after another tab's second step, storage may briefly still hold the old session. */
export function retryRead(failures: number, error: Error): boolean {
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500
  if (refused) return error.code === 'insufficient_aal' && failures < 4
  return failures < 2
}
