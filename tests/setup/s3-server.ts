import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import S3rver from 's3rver'

/** `cut`: the connection breaks in the middle of the request, or of the answer to a GET. */
type Trouble = { status: number; code: string } | 'cut' | undefined | void

export type S3Server = {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  folder: string
  /** Asked at each request. */
  trouble: (method: string, path: string, query: Record<string, string>) => Trouble | Promise<Trouble>
  /** Keys of uploads that were neither finished nor aborted. */
  pendingUploads(): string[]
  close(): Promise<void>
}

export async function startS3Server(): Promise<S3Server> {
  const folder = mkdtempSync(join(tmpdir(), 'sen-s3-'))
  const bucket = 'sen-files'
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: bucket, configs: [] }],
  })
  const uploads = join(folder, bucket, '._S3rver_uploads')
  const pending = () =>
    (existsSync(uploads) ? readdirSync(uploads) : []).map(id => ({
      id,
      key: readFileSync(join(uploads, id, 'key'), 'utf8'),
      at: statSync(join(uploads, id, 'key')).mtime.toISOString(),
    }))
  server.middleware.unshift(async (context, next) => {
    const { method, path, query } = context
    const trouble = await made.trouble(method, path, query)
    if (trouble === 'cut' && method !== 'GET') {
      context.respond = false
      context.req.once('data', () => context.req.socket.destroy())
      return
    }
    if (trouble && trouble !== 'cut') {
      context.req.resume()
      context.status = trouble.status
      context.body = `<Error><Code>${trouble.code}</Code></Error>`
      return
    }
    // What s3rver does not know of uploads in parts.
    if (method === 'DELETE' && query['uploadId']) {
      const isThere = existsSync(join(uploads, query['uploadId']))
      rmSync(join(uploads, query['uploadId']), { recursive: true, force: true })
      context.status = isThere ? 204 : 404
    } else if (method === 'GET' && query['uploads'] !== undefined) {
      const found = pending().filter(({ key }) => key.startsWith(query['prefix'] ?? ''))
      const listed = found.map(
        ({ id, key, at }) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${at}</Initiated></Upload>`,
      )
      context.body = `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${listed.join('')}</ListMultipartUploadsResult>`
    } else await next()
    if (trouble === 'cut')
      context.res.once('pipe', (content: Readable) => {
        let chunks = 0
        content.on('data', () => {
          if (++chunks === 4) context.req.socket.destroy()
        })
      })
  })
  const { port } = await server.run()
  const made: S3Server = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket,
    region: 'us-east-1',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    folder,
    trouble: () => undefined,
    pendingUploads: () => pending().map(({ key }) => key),
    async close() {
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return made
}
