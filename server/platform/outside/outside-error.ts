/**
 * Why nothing came back. 'unreachable' is one word for no such name, not public, refused, filtered, too slow, broken off:
 * whoever asks learns nothing about the network we stand in.
 */
export type OutsideReason = 'address' | 'unreachable' | 'redirects' | 'wrong_type' | 'too_large'

export class OutsideError extends Error {
  readonly reason: OutsideReason
  /** Whether a connection stood, so that the request may have been heard: only for who must know whether to say it again. */
  readonly reached: boolean

  constructor(reason: OutsideReason, reached = false) {
    super(reason)
    this.name = 'OutsideError'
    this.reason = reason
    this.reached = reached
  }
}
