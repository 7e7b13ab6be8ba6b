import type { StoreFaultKind as Fault } from '#shared/words.ts'

export class StoreFault extends Error {
  readonly fault: Fault

  constructor(fault: Fault, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StoreFault'
    this.fault = fault
  }
}

/** Source: docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
const faults: Record<string, Fault> = {
  InvalidAccessKeyId: 'key',
  SignatureDoesNotMatch: 'key',
  AccessDenied: 'denied',
  NoSuchBucket: 'bucket',
  InvalidBucketName: 'bucket',
  PermanentRedirect: 'region',
  AuthorizationHeaderMalformed: 'region',
  IllegalLocationConstraintException: 'region',
  RequestTimeTooSkewed: 'clock',
  SlowDown: 'busy',
  RequestTimeout: 'busy',
}

export function faultOf(status: number, code: string): Fault {
  const known = Object.hasOwn(faults, code) ? faults[code] : undefined
  if (known) return known
  if (status === 429 || status >= 500) return 'busy'
  if (status === 403) return 'denied'
  return status >= 300 && status < 400 ? 'region' : 'other'
}
