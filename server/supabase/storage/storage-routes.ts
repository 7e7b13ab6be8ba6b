import type { FastifyInstance, HTTPMethods } from 'fastify'
import type { Platform } from '#platform/platform.ts'
import type { Call, Calls } from '../calls.ts'
import { copyObject } from './objects/copy-object.ts'
import { createBucket } from './buckets/create-bucket.ts'
import { deleteBucket } from './buckets/delete-bucket.ts'
import { downloadAuthenticated, downloadByLink, downloadObject, downloadPublic } from './objects/download-object.ts'
import { emptyBucket } from './buckets/empty-bucket.ts'
import { getBucket } from './buckets/get-bucket.ts'
import { listBuckets } from './buckets/list-buckets.ts'
import { listObjects } from './objects/list-objects.ts'
import { listObjectsV2 } from './objects/list-objects-v2.ts'
import { moveObject } from './objects/move-object.ts'
import { objectInfo } from './objects/object-info.ts'
import { removeObjects } from './objects/remove-objects.ts'
import { signDownload, signDownloads } from './links/sign-download.ts'
import { signUpload, uploadToLink } from './uploads/signed-uploads.ts'
import { refuse, sendStorageError } from './storage-error.ts'
import type { downloadApi, emptyingApi, linkUploadApi, storageApi, uploadApi } from './storage.api.ts'
import { updateBucket } from './buckets/update-bucket.ts'
import { replaceObject, uploadObject } from './uploads/upload-object.ts'

const calls: Calls<typeof storageApi & typeof emptyingApi> = {
  'GET /storage/v1/bucket': listBuckets,
  'GET /storage/v1/bucket/:id': getBucket,
  'POST /storage/v1/bucket': createBucket,
  'PUT /storage/v1/bucket/:id': updateBucket,
  'POST /storage/v1/bucket/:id/empty': emptyBucket,
  'DELETE /storage/v1/bucket/:id': deleteBucket,
  'POST /storage/v1/object/list/:bucket': listObjects,
  'POST /storage/v1/object/list-v2/:bucket': listObjectsV2,
  'GET /storage/v1/object/info/:bucket/*': objectInfo,
  'POST /storage/v1/object/sign/:bucket': signDownloads,
  'POST /storage/v1/object/sign/:bucket/*': signDownload,
  'POST /storage/v1/object/upload/sign/:bucket/*': signUpload,
  'POST /storage/v1/object/move': moveObject,
  'POST /storage/v1/object/copy': copyObject,
  'DELETE /storage/v1/object/:bucket': removeObjects,
}

/** Bodies are streamed, never buffered. */
const uploads: Calls<typeof uploadApi & typeof linkUploadApi> = {
  'POST /storage/v1/object/:bucket/*': uploadObject,
  'PUT /storage/v1/object/:bucket/*': replaceObject,
  'PUT /storage/v1/object/upload/sign/:bucket/*': uploadToLink,
}

const downloads: Calls<typeof downloadApi> = {
  'GET /storage/v1/object/:bucket/*': downloadObject,
  'GET /storage/v1/object/authenticated/:bucket/*': downloadAuthenticated,
  'GET /storage/v1/object/public/:bucket/*': downloadPublic,
  'GET /storage/v1/object/sign/:bucket/*': downloadByLink,
}

/** Errors are the official client's, not the catalogue's. */
export async function storagePlugin(app: FastifyInstance, platform: Platform): Promise<void> {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store').header('content-security-policy', "default-src 'none'; sandbox")
  })
  app.setErrorHandler((error, request, reply) => sendStorageError(platform, error, request, reply))
  await app.register(async inner => {
    readJsonBodies(inner)
    addAll(inner, platform, calls)
    inner.route({
      method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      url: '/storage/v1/*',
      handler: () => {
        throw refuse('NoSuchRoute')
      },
    })
  })
  await app.register(async inner => {
    inner.removeContentTypeParser(['application/json', 'text/plain'])
    inner.addContentTypeParser('*', (_request, _payload, done) => done(null))
    addAll(inner, platform, uploads)
  })
  await app.register(async inner => addAll(inner, platform, downloads, ['HEAD']))
}

function addAll(
  scope: FastifyInstance,
  platform: Platform,
  list: Record<string, Call<unknown>>,
  also: HTTPMethods[] = [],
): void {
  for (const [address, call] of Object.entries(list)) {
    const [method, url] = address.split(' ') as [HTTPMethods, string]
    scope.route({
      method: [method, ...also],
      url,
      exposeHeadRoute: false,
      handler: (request, reply) => call(platform, request, reply),
    })
  }
}

function readJsonBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'string' }, async (_request: unknown, body: string) => {
    if (body === '') return {}
    try {
      return JSON.parse(body) as unknown
    } catch {
      throw refuse('InvalidRequest', 'The body is no JSON')
    }
  })
}
