import type { FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '#platform/errors.ts'
import { FileTooLarge } from '#platform/files/files.ts'
import type { Platform } from '#platform/platform.ts'

/** code → the body's statusCode, error and default message. */
const refusals = {
  AccessDenied: ['403', 'Unauthorized', 'Access denied'],
  BucketAlreadyExists: ['409', 'Duplicate', 'The resource already exists'],
  EntityTooLarge: ['413', 'Payload too large', 'The object exceeded the maximum allowed size'],
  InternalError: ['500', 'internal', 'Internal server error'],
  InvalidBucketName: ['400', 'Invalid Input', 'Bucket name invalid'],
  InvalidJWT: ['400', 'InvalidJWT', 'Invalid JWT'],
  InvalidKey: ['400', 'InvalidKey', 'Invalid key'],
  InvalidMimeType: ['415', 'invalid_mime_type', 'This type is not supported'],
  InvalidRange: ['416', 'invalid_range', 'invalid range provided'],
  InvalidRequest: ['400', 'InvalidRequest', 'The request is not valid'],
  InvalidSignature: ['400', 'InvalidSignature', 'Invalid signature'],
  KeyAlreadyExists: ['409', 'Duplicate', 'The resource already exists'],
  NoSuchBucket: ['404', 'Bucket not found', 'Bucket not found'],
  NoSuchKey: ['404', 'not_found', 'Object not found'],
  NoSuchRoute: ['404', 'not_found', 'This is not offered here'],
  ResourceNotEmpty: ['409', 'ResourceNotEmpty', 'The bucket you tried to delete is not empty'],
  SlowDown: ['503', 'SlowDown', 'The server is busy, please try again'],
  TooManyRequests: ['429', 'too_many_requests', 'Too many requests'],
} as const

export type StorageCode = keyof typeof refusals

/** The client reads the status in the body; nearly everything else is a 400. */
const onTheWire: Partial<Record<StorageCode, number>> = {
  InternalError: 500,
  InvalidRange: 416,
  NoSuchRoute: 404,
  SlowDown: 503,
}

export class StorageError extends Error {
  readonly code: StorageCode
  readonly status: number
  readonly statusCode: string

  constructor(code: StorageCode, message: string = refusals[code][2], status = onTheWire[code] ?? 400) {
    super(message)
    this.name = 'StorageError'
    this.code = code
    this.status = status
    this.statusCode = status === 401 || status === 413 || status === 415 ? String(status) : refusals[code][0]
  }
}

export function refuse(code: StorageCode, message?: string, status?: number): StorageError {
  return new StorageError(code, message, status)
}

export function sendStorageError(
  platform: Platform,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = asStorageError(platform, error, request)
  const { code, statusCode, message } = refusal
  if (refusal.status === 401) reply.header('www-authenticate', 'Bearer')
  const { retryAfter = 2 } = error as { retryAfter?: number }
  if (refusal.status === 503 || refusal.status === 429) reply.header('retry-after', String(retryAfter))
  return reply
    .code(refusal.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send({ statusCode, error: refusals[code][1], message, code })
}

function asStorageError(platform: Platform, error: unknown, request: FastifyRequest): StorageError {
  if (error instanceof StorageError) return error
  if (error instanceof FileTooLarge) return refuse('EntityTooLarge')
  const { code = '', statusCode, message } = error as { code?: string; statusCode?: number; message: string }
  const databaseError = /^[0-9A-Z]{5}$/.test(code) ? fromDatabase(code) : undefined
  if (databaseError) return databaseError
  const status = error instanceof Failure ? error.status : statusCode
  if (status === 429) return refuse('TooManyRequests', message, 429)
  if (status === 413) return refuse('EntityTooLarge', 'The request is too large', 413)
  if (status === 415) return refuse('InvalidMimeType', 'This type or encoding of a request is not supported', 415)
  if (status !== undefined && status >= 400 && status < 500) return refuse('InvalidRequest', message)
  // The sender disconnected: no fault of ours.
  if (request.raw.socket.destroyed) return refuse('InvalidRequest')
  platform.log.error({ id: request.id, error }, 'An unexpected error in storage')
  return refuse('InternalError')
}

/** Row-level security's refusals arrive here by SQLSTATE. */
function fromDatabase(code: string): StorageError | undefined {
  if (code === '42501') return refuse('AccessDenied', 'new row violates row-level security policy')
  if (code === '23505') return refuse('KeyAlreadyExists')
  if (code === '23503') return refuse('NoSuchBucket')
  // Values that the database cannot hold.
  if (/^(22|54)/.test(code)) return refuse('InvalidRequest')
  if (/^(08|40|53|57P)|^(55P03|57014)$/.test(code)) return refuse('SlowDown')
  return undefined
}
