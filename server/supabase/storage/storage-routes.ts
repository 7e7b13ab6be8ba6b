import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { Platform } from '#platform/platform.ts'
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
import { updateBucket } from './buckets/update-bucket.ts'
import { replaceObject, uploadObject } from './uploads/upload-object.ts'

type Call = (platform: Platform, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

const calls: Record<string, Call> = {
  'GET /bucket': listBuckets,
  'GET /bucket/:id': getBucket,
  'POST /bucket': createBucket,
  'PUT /bucket/:id': updateBucket,
  'POST /bucket/:id/empty': emptyBucket,
  'DELETE /bucket/:id': deleteBucket,
  'POST /object/list/:bucket': listObjects,
  'POST /object/list-v2/:bucket': listObjectsV2,
  'GET /object/info/:bucket/*': objectInfo,
  'POST /object/sign/:bucket': signDownloads,
  'POST /object/sign/:bucket/*': signDownload,
  'POST /object/upload/sign/:bucket/*': signUpload,
  'POST /object/move': moveObject,
  'POST /object/copy': copyObject,
  'DELETE /object/:bucket': removeObjects,
}

/** Bodies are streamed, never buffered. */
const uploads: Record<string, Call> = {
  'POST /object/:bucket/*': uploadObject,
  'PUT /object/:bucket/*': replaceObject,
  'PUT /object/upload/sign/:bucket/*': uploadToLink,
}

const downloads: Record<string, Call> = {
  'GET,HEAD /object/:bucket/*': downloadObject,
  'GET,HEAD /object/authenticated/:bucket/*': downloadAuthenticated,
  'GET,HEAD /object/public/:bucket/*': downloadPublic,
  'GET,HEAD /object/sign/:bucket/*': downloadByLink,
}

/** Errors are the official client's, not the catalogue's. */
export async function storagePlugin(app: FastifyInstance, platform: Platform): Promise<void> {
  await app.register(
    async scope => {
      scope.addHook('onRequest', async (_request, reply) => {
        reply.header('cache-control', 'no-store').header('content-security-policy', "default-src 'none'; sandbox")
      })
      scope.setErrorHandler((error, request, reply) => sendStorageError(platform, error, request, reply))
      await scope.register(async inner => {
        readJsonBodies(inner)
        addAll(inner, platform, calls)
        inner.route({
          method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
          url: '/*',
          handler: () => {
            throw refuse('NoSuchRoute')
          },
        })
      })
      await scope.register(async inner => {
        inner.removeContentTypeParser(['application/json', 'text/plain'])
        inner.addContentTypeParser('*', (_request, _payload, done) => done(null))
        addAll(inner, platform, uploads)
      })
      await scope.register(async inner => addAll(inner, platform, downloads))
    },
    { prefix: '/storage/v1' },
  )
}

function addAll(scope: FastifyInstance, platform: Platform, list: Record<string, Call>): void {
  for (const [address, call] of Object.entries(list)) {
    const [methods = '', url = ''] = address.split(' ')
    scope.route({
      method: methods.split(',') as HTTPMethods[],
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
