import { isUuid } from '#platform/ids.ts'
import { refuse } from '../storage-error.ts'

const allowedInKey = /^[A-Za-z0-9_/!.*'() &$=@;:+,?-]+$/
const allowedInBucket = /^[A-Za-z0-9_!.*'() &$=@;:+,?-]+$/
const maxKeyLength = 1024
const maxBucketLength = 100

/**
 * Whether an object may have this key. Letters with marks, emoji and control characters may not stand in one (the name
 * that people see belongs into the object's metadata), nor may a path that leads elsewhere when somebody resolves it.
 */
export function isKey(key: string): boolean {
  return (
    key.length <= maxKeyLength &&
    allowedInKey.test(key) &&
    key.split('/').every(part => part !== '' && part !== '.' && part !== '..')
  )
}

/** @throws InvalidKey */
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

/** Where the bytes of a version lie. Nothing that a person chose is in it. @returns undefined for no version of ours */
export function bytesOf(version: string | null): string | undefined {
  return isUuid(version) ? `objects/${version.slice(-2).toLowerCase()}/${version.toLowerCase()}` : undefined
}
