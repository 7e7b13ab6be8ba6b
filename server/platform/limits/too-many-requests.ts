import { failure } from '../errors.ts'

export function tooMany(waitMs: number) {
  return failure('request.too_many', {}, Math.max(1, Math.ceil(waitMs / 1000)))
}
