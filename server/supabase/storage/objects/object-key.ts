import { isUuid } from '#platform/ids.ts'
import { refuse } from '../storage-error.ts'

const allowedInKey = /^[A-Za-z0-9_/!.*'() &$=@;:+,?-]+$/
const allowedInBucket = /^[A-Za-z0-9_!.*'() &$=@;:+,?-]+$/
const maxKeyLength = 1024
const maxBucketLength = 100

/** No accented letters, emoji, control characters (display names belong in metadata) or path traversal. */
export function isKey(key: string): boolean {
  return (
    key.length <= maxKeyLength &&
    allowedInKey.test(key) &&
    key.split('/').every(part => part !== '' && part !== '.' && part !== '..')
  )
}

export function checkKey(key: string): string {
  if (!isKey(key)) throw refuse('InvalidKey', `Invalid key: ${key.slice(0, maxKeyLength)}`)
  return key
}

export function isBucketName(name: string): boolean {
  return (
    name.length <= maxBucketLength &&
    allowedInBucket.test(name) &&
    name.trim() === name &&
    name !== '.' &&
    name !== '..'
  )
}

/** Nothing in it was chosen by a person. Undefined for a foreign version. */
export function bytesOf(version: string | null): string | undefined {
  return isUuid(version) ? `objects/${version.slice(-2).toLowerCase()}/${version.toLowerCase()}` : undefined
}
