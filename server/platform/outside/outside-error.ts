/** 'unreachable' covers every network cause on purpose, so that callers learn nothing about our network. */
export type OutsideReason = 'address' | 'unreachable' | 'redirects' | 'wrong_type' | 'too_large'

export class OutsideError extends Error {
  readonly reason: OutsideReason
  /** Whether the request may have arrived, for deciding on a retry. */
  readonly reached: boolean

  constructor(reason: OutsideReason, reached = false) {
    super(reason)
    this.name = 'OutsideError'
    this.reason = reason
    this.reached = reached
  }
}
