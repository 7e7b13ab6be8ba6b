import { errorCatalogue, type ErrorCode } from '#shared/errors.ts'

export class Failure extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly details: Record<string, unknown>
  /** Seconds. */
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, details: Record<string, unknown> = {}, retryAfter?: number) {
    super(errorCatalogue[code].en)
    this.name = 'Failure'
    this.code = code
    this.status = errorCatalogue[code].status
    this.details = details
    this.retryAfter = retryAfter
  }
}

export function failure(code: ErrorCode, details?: Record<string, unknown>, retryAfter?: number): Failure {
  return new Failure(code, details, retryAfter)
}

/** A start that cannot succeed: printed as one line without a stack. */
export class StartError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'StartError'
  }
}
