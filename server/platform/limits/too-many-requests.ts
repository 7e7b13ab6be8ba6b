import { failure } from '../errors.ts'

/** The refusal that every limit gives. */
export function tooMany(waitMs: number) {
  return failure('request.too_many', {}, Math.max(1, Math.ceil(waitMs / 1000)))
}
