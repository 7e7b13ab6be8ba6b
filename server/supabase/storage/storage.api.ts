import { z } from 'zod'
import { type Described, describeAll } from '#platform/feature.ts'
import type { ApiPart } from '#shared/contracts/endpoint.ts'
import { bucketSettings } from './buckets/buckets.ts'
import { newBucketBody } from './buckets/create-bucket.ts'
import { bucketsQuery } from './buckets/list-buckets.ts'
import { signDownloadBody, signDownloadsBody } from './links/sign-download.ts'
import { listBody } from './objects/list-objects.ts'
import { listPageBody } from './objects/list-objects-v2.ts'
import { removalBody } from './objects/remove-objects.ts'
import { transferBody } from './objects/transfer.ts'
import {
  bucketResult,
  copiedResult,
  listedPageResult,
  listedResult,
  objectInfoResult,
  objectResult,
  signedLinkResult,
  storageProtocol,
  uploadedResult,
} from './storage.results.ts'

const named = z.object({ id: z.string() })
const inBucket = z.object({ bucket: z.string() })
const object = z.object({ bucket: z.string(), '*': z.string() })
const done = z.object({ message: z.string() })
const link = z.object({ token: z.string() })
/** The client sends a form, or the bytes as they are with their own content type. */
const asIs = { '*/*': z.file() }
const objectHeaders = {
  'content-length': 'Bytes of what is sent.',
  etag: 'Of these bytes; `if-none-match` with it is answered 304.',
  'last-modified': 'When they were uploaded.',
  'accept-ranges': 'bytes',
  'cache-control': 'As the uploader wished.',
}
/** A name to save it under; empty: its own. */
const downloadQuery = z.object({ download: z.string().optional() })

export const storageApi = {
  'GET /storage/v1/bucket': {
    summary: 'Lists buckets.',
    query: bucketsQuery,
    result: z.array(bucketResult),
    head: false,
  },
  'GET /storage/v1/bucket/:id': {
    summary: 'Returns a bucket.',
    params: named,
    result: bucketResult.omit({ type: true }),
    head: false,
  },
  'POST /storage/v1/bucket': {
    summary: 'Makes a bucket.',
    body: newBucketBody,
    result: z.object({ name: z.string() }),
  },
  'PUT /storage/v1/bucket/:id': {
    summary: 'Changes what a bucket takes and who may read it.',
    params: named,
    body: bucketSettings,
    result: done,
  },
  'DELETE /storage/v1/bucket/:id': { summary: 'Deletes an empty bucket.', params: named, result: done },
  'POST /storage/v1/object/list/:bucket': {
    summary: 'Lists one level of a bucket, folders first.',
    params: inBucket,
    body: listBody,
    result: z.array(listedResult),
  },
  'POST /storage/v1/object/list-v2/:bucket': {
    summary: 'Lists a bucket in pages, flat or by folders.',
    params: inBucket,
    body: listPageBody,
    result: listedPageResult,
  },
  'GET /storage/v1/object/info/:bucket/*': {
    summary: 'Returns what is known of an object.',
    params: object,
    result: objectInfoResult,
    head: false,
  },
  'POST /storage/v1/object/sign/:bucket': {
    summary: 'Signs links to several objects, an hour at most.',
    params: inBucket,
    body: signDownloadsBody,
    result: z.array(signedLinkResult),
  },
  'POST /storage/v1/object/sign/:bucket/*': {
    summary: 'Signs a link to an object, an hour at most.',
    params: object,
    body: signDownloadBody,
    result: z.object({ signedURL: z.string() }),
  },
  'POST /storage/v1/object/upload/sign/:bucket/*': {
    summary: 'Signs a link that takes one upload within two hours.',
    params: object,
    result: z.object({ url: z.string(), token: z.string() }),
  },
  'POST /storage/v1/object/move': { summary: 'Moves an object.', body: transferBody, result: done },
  'POST /storage/v1/object/copy': { summary: 'Copies an object.', body: transferBody, result: copiedResult },
  'DELETE /storage/v1/object/:bucket': {
    summary: 'Removes objects and returns those that were there.',
    params: inBucket,
    body: removalBody,
    result: z.array(objectResult),
  },
} satisfies ApiPart

export const emptyingApi = {
  'POST /storage/v1/bucket/:id/empty': { summary: 'Empties a bucket.', params: named, result: done },
} satisfies ApiPart

export const uploadApi = {
  'POST /storage/v1/object/:bucket/*': {
    summary: 'Uploads a new object, or another one with `x-upsert: true`.',
    params: object,
    body: z.file(),
    bodies: asIs,
    result: uploadedResult,
  },
  'PUT /storage/v1/object/:bucket/*': {
    summary: 'Replaces an object.',
    params: object,
    body: z.file(),
    bodies: asIs,
    result: uploadedResult,
  },
} satisfies ApiPart

export const linkUploadApi = {
  'PUT /storage/v1/object/upload/sign/:bucket/*': {
    summary: 'Uploads to a signed link.',
    params: object,
    query: link,
    body: z.file(),
    bodies: asIs,
    result: uploadedResult,
  },
} satisfies ApiPart

export const downloadApi = {
  'GET /storage/v1/object/:bucket/*': {
    summary: 'Downloads an object that is public or that the bearer may read.',
    params: object,
    query: downloadQuery,
    result: z.file(),
    partial: true,
    headers: objectHeaders,
  },
  'GET /storage/v1/object/authenticated/:bucket/*': {
    summary: 'Downloads an object that the bearer may read.',
    params: object,
    query: downloadQuery,
    result: z.file(),
    partial: true,
    headers: objectHeaders,
  },
  'GET /storage/v1/object/public/:bucket/*': {
    summary: 'Downloads an object of a public bucket.',
    params: object,
    query: downloadQuery,
    result: z.file(),
    partial: true,
    headers: objectHeaders,
  },
  'GET /storage/v1/object/sign/:bucket/*': {
    summary: 'Downloads an object by a signed link.',
    params: object,
    query: downloadQuery.extend(link.shape),
    result: z.file(),
    partial: true,
    headers: objectHeaders,
  },
} satisfies ApiPart

export const describedStorage: Described[] = [
  ...describeAll({ ...storageApi, ...uploadApi }, storageProtocol, 'public-key'),
  ...describeAll(emptyingApi, storageProtocol, 'secret-key'),
  ...describeAll({ ...linkUploadApi, ...downloadApi }, storageProtocol, 'anyone'),
]
