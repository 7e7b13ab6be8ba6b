import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { type Clock, systemClock } from '#platform/clock.ts'
import { startS3Server } from '#tests/setup/s3-server.ts'
import { type Listening, startListening } from '../listening.ts'

type Storage = SupabaseClient['storage']
type Failed = { error: Error | null }

function words({ error }: Failed): string {
  const { code, statusCode, message } = (error ?? {}) as { code?: string; statusCode?: string; message?: string }
  return `${code} ${statusCode}: ${message}`
}
const names = (rows: { name: string }[] | null) => rows?.map(row => row.name)
const image = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

for (const store of ['disk', 's3'] as const) {
  describe(`/storage/v1 with the official client, files on ${store}`, () => {
    let server: Listening<Clock>
    let closeStore = async () => {}
    let storage: Storage
    let made = 0

    before(async () => {
      const settings: Record<string, string> = {}
      if (store === 's3') {
        const s3 = await startS3Server()
        closeStore = s3.close
        Object.assign(settings, {
          S3_ENDPOINT: s3.endpoint,
          S3_BUCKET: s3.bucket,
          S3_ACCESS_KEY_ID: s3.accessKeyId,
          S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
        })
      }
      server = await startListening<Clock>(systemClock, settings)
      const key = server.platform.tokens.serviceRoleKey
      storage = createClient(server.url, key, { auth: { persistSession: false } }).storage
    })
    after(async () => {
      await server.close()
      await closeStore()
    })

    async function newBucket(options: Parameters<Storage['createBucket']>[1] = { public: true }) {
      const id = `bucket-${made++}`
      assert.equal((await storage.createBucket(id, options)).error, null)
      return storage.from(id)
    }
    const textOf = async (bucket: ReturnType<Storage['from']>, key: string) => (await bucket.download(key)).data?.text()

    test('createBucket, getBucket, listBuckets, updateBucket, emptyBucket, deleteBucket', async () => {
      const made = await storage.createBucket('shelf', {
        public: false,
        fileSizeLimit: '20mb',
        allowedMimeTypes: ['image/*'],
      })
      assert.deepEqual(made, { data: { name: 'shelf' }, error: null })
      const { data } = await storage.getBucket('shelf')
      assert.deepEqual(
        Object.keys(data ?? {}).sort((a, b) => a.localeCompare(b)),
        ['allowed_mime_types', 'created_at', 'file_size_limit', 'id', 'name', 'owner', 'public', 'updated_at'],
      )
      assert.match(data?.created_at ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      assert.deepEqual([data?.owner, data?.public, data?.file_size_limit], ['', false, 20_000_000])
      assert.equal(words(await storage.createBucket('shelf')), 'BucketAlreadyExists 409: The resource already exists')
      assert.deepEqual((await storage.updateBucket('shelf', { public: true, fileSizeLimit: null })).data, {
        message: 'Successfully updated',
      })
      const changed = (await storage.getBucket('shelf')).data
      assert.deepEqual(
        [changed?.public, changed?.file_size_limit, changed?.allowed_mime_types],
        [true, null, ['image/*']],
      )
      await storage.from('shelf').upload('a.png', image, { contentType: 'image/png' })
      assert.equal(
        words(await storage.deleteBucket('shelf')),
        'ResourceNotEmpty 409: The bucket you tried to delete is not empty',
      )
      assert.deepEqual((await storage.emptyBucket('shelf')).data, {
        message: 'Empty bucket has been queued. Completion may take up to an hour.',
      })
      assert.deepEqual((await storage.from('shelf').list()).data, [])
      assert.deepEqual((await storage.deleteBucket('shelf')).data, { message: 'Successfully deleted' })
      for (const answer of [
        await storage.getBucket('shelf'),
        await storage.updateBucket('shelf', { public: true }),
        await storage.emptyBucket('shelf'),
        await storage.deleteBucket('shelf'),
        await storage.from('shelf').upload('a.png', image),
        await storage.from('shelf').download('a.png'),
      ])
        assert.equal(words(answer), 'NoSuchBucket 404: Bucket not found')
    })

    test('listBuckets pages, searches and sorts', async () => {
      for (const id of ['kho-b', 'kho-a', 'kho-c']) await storage.createBucket(id)
      const list = async (options: Parameters<Storage['listBuckets']>[0]) =>
        names((await storage.listBuckets(options)).data)
      assert.deepEqual(await list({ search: 'kho-' }), ['kho-a', 'kho-b', 'kho-c'])
      assert.deepEqual(await list({ search: 'kho', sortColumn: 'created_at', sortOrder: 'desc', limit: 2 }), [
        'kho-c',
        'kho-a',
      ])
      assert.deepEqual(await list({ search: 'KHO', limit: 1, offset: 1 }), ['kho-b'])
    })

    test('a bucket’s name and settings must be sound', async () => {
      for (const id of ['a/b', ' a', 'a ', 'kho-hàng', 'x'.repeat(101), '..', 'a\nb'])
        assert.equal((await storage.createBucket(id)).error?.name, 'StorageApiError', id)
      const create = async (options: object) => words(await storage.createBucket('odd', { public: false, ...options }))
      assert.match(await create({ fileSizeLimit: '60mb' }), /^EntityTooLarge 413/)
      assert.match(await create({ fileSizeLimit: 'a lot' }), /^InvalidRequest 400/)
      assert.match(await create({ allowedMimeTypes: ['png'] }), /^InvalidMimeType 415/)
      assert.match(await create({ type: 'ANALYTICS' }), /^InvalidRequest 400/)
      assert.match(await create({ versioningStatus: 'ENABLED' }), /^InvalidRequest 400/)
    })

    test('upload takes every kind of body; download gives it back', async () => {
      const bucket = await newBucket()
      const form = new FormData()
      form.append('', new Blob(['một tờ đơn']), 'file.txt')
      const bodies = {
        text: 'một tờ đơn',
        buffer: Buffer.from('một tờ đơn'),
        arrayBuffer: new TextEncoder().encode('một tờ đơn').buffer,
        blob: new Blob(['một tờ đơn'], { type: 'text/plain' }),
        form,
        stream: Readable.from([Buffer.from('một '), Buffer.from('tờ đơn')]),
        webStream: new Blob(['một tờ đơn']).stream(),
      }
      for (const [name, body] of Object.entries(bodies)) {
        const { data, error } = await bucket.upload(`bodies/${name}.txt`, body)
        assert.equal(error, null, name)
        assert.match(data?.id ?? '', /^[0-9a-f-]{36}$/)
        assert.equal(data?.fullPath.endsWith(`/bodies/${name}.txt`), true)
        assert.equal(await textOf(bucket, `bodies/${name}.txt`), 'một tờ đơn', name)
      }
      const stream = await bucket.download('bodies/text.txt').asStream()
      assert.equal(await new Response(stream.data).text(), 'một tờ đơn')
      assert.equal((await bucket.download('bodies/text.txt')).data?.type, 'text/plain;charset=utf-8')
    })

    test('upload refuses a second time, unless upsert; update replaces what is there', async () => {
      const bucket = await newBucket()
      const first = await bucket.upload('a.txt', 'một')
      assert.equal(words(await bucket.upload('a.txt', 'hai')), 'KeyAlreadyExists 409: The resource already exists')
      assert.equal(await textOf(bucket, 'a.txt'), 'một')
      const second = await bucket.upload('a.txt', 'hai', { upsert: true })
      assert.equal(second.data?.id, first.data?.id)
      assert.equal(await textOf(bucket, 'a.txt'), 'hai')
      assert.equal((await bucket.update('a.txt', new Blob(['ba']))).data?.id, first.data?.id)
      assert.equal(await textOf(bucket, 'a.txt'), 'ba')
      assert.equal(words(await bucket.update('b.txt', 'x')), 'NoSuchKey 404: Object not found')
      assert.equal((await bucket.upload('new.txt', 'x', { upsert: true })).error, null)
    })

    test('info tells all of it, with the sender’s own metadata; exists says yes or no', async () => {
      const bucket = await newBucket()
      const metadata = { name: 'Bảng giá tháng 10 🧧.pdf', deep: { a: [1] } }
      await bucket.upload('a/b.pdf', Buffer.from('%PDF-1.7'), {
        contentType: 'application/pdf',
        metadata,
        cacheControl: '60',
      })
      await bucket.upload('a/c.pdf', new Blob(['%PDF-1.7'], { type: 'application/pdf' }), {
        metadata,
        cacheControl: '60',
      })
      for (const key of ['a/b.pdf', 'a/c.pdf']) {
        const { data } = await bucket.info(key)
        assert.ok(data)
        const { id, version, bucketId: _bucket, etag, lastModified, createdAt, ...rest } = data
        assert.deepEqual(rest, {
          name: key,
          size: 8,
          contentType: 'application/pdf',
          contentEncoding: null,
          cacheControl: 'max-age=60',
          metadata,
        })
        for (const value of [id, version, createdAt]) assert.equal(typeof value, 'string')
        assert.match(etag ?? '', /^"[0-9a-f]{32}"$/)
        assert.equal(lastModified, createdAt)
      }
      await bucket.upload('plain.txt', 'x')
      assert.deepEqual((await bucket.info('plain.txt')).data?.metadata, {})
      assert.deepEqual((await bucket.exists('a/b.pdf')).data, true)
      assert.deepEqual((await bucket.exists('a/none.pdf')).data, false)
      assert.deepEqual((await bucket.exists('tệp.pdf')).data, false)
      await assert.rejects(storage.from('no-such').exists('a'), /Bucket not found/)
    })

    test('the limits of a bucket: size and types', async () => {
      const bucket = await newBucket({
        public: false,
        fileSizeLimit: '1kb',
        allowedMimeTypes: ['image/*', 'text/plain'],
      })
      const tooLarge = 'EntityTooLarge 413: The object exceeded the maximum allowed size'
      assert.equal((await bucket.upload('exact.txt', 'x'.repeat(1000))).error, null)
      assert.equal(words(await bucket.upload('over.txt', 'x'.repeat(1001))), tooLarge)
      assert.equal(
        words(await bucket.upload('over.txt', new Blob(['x'.repeat(1001)], { type: 'text/plain' }))),
        tooLarge,
      )
      assert.equal(
        words(await bucket.upload('over.txt', Readable.from([Buffer.alloc(600), Buffer.alloc(600)]))),
        tooLarge,
      )
      const refused = await bucket.upload('a.pdf', image, { contentType: 'application/pdf' })
      assert.equal(words(refused), 'InvalidMimeType 415: mime type application/pdf is not supported')
      assert.equal((await bucket.upload('a.png', image, { contentType: 'IMAGE/PNG' })).error, null)
      assert.deepEqual(names((await bucket.list()).data), ['a.png', 'exact.txt'])
    })

    test('list: one level, folders among files, sorted, paged, searched', async () => {
      const bucket = await newBucket()
      for (const key of [
        'b.txt',
        'a.txt',
        'thu-muc/x.txt',
        'thu-muc/sau/y.txt',
        'Anh/z.png',
        'thu-muc.txt',
        '100%.txt'.replace('%', '-'),
      ])
        await bucket.upload(key, key)
      const { data } = await bucket.list()
      assert.deepEqual(names(data), ['100-.txt', 'Anh', 'a.txt', 'b.txt', 'thu-muc', 'thu-muc.txt'])
      assert.deepEqual(data?.[1], {
        name: 'Anh',
        id: null,
        updated_at: null,
        created_at: null,
        last_accessed_at: null,
        metadata: null,
      })
      const metadata = data?.[3]?.metadata ?? {}
      assert.deepEqual(
        Object.keys(metadata).sort((a, b) => a.localeCompare(b)),
        ['cacheControl', 'contentLength', 'eTag', 'httpStatusCode', 'lastModified', 'mimetype', 'size'],
      )
      assert.deepEqual(names((await bucket.list('thu-muc')).data), ['sau', 'x.txt'])
      assert.deepEqual(names((await bucket.list('thu-muc/sau/')).data), ['y.txt'])
      assert.deepEqual(names((await bucket.list('thu')).data), [])
      const page = await bucket.list('', { limit: 2, offset: 1, sortBy: { column: 'name', order: 'desc' } })
      assert.deepEqual(names(page.data), ['thu-muc', 'b.txt'])
      assert.deepEqual(names((await bucket.list('', { search: 'THU' })).data), ['thu-muc', 'thu-muc.txt'])
      for (const search of ['%', '_', "'", '\\', 'không'])
        assert.deepEqual((await bucket.list('', { search })).data, [], search)
      const newest = await bucket.list('', { sortBy: { column: 'created_at', order: 'desc' } })
      assert.deepEqual(names(newest.data), ['Anh', 'thu-muc', '100-.txt', 'thu-muc.txt', 'a.txt', 'b.txt'])
      assert.match(words(await bucket.list('', { sortBy: { column: 'owner' } })), /^InvalidRequest 400/)
      assert.match(words(await bucket.list('', { limit: 0 })), /^InvalidRequest 400/)
    })

    test('listV2: flat or by folders, in pages, by name and by time', async () => {
      const bucket = await newBucket()
      const suffixes = ['zz', 'bb', 'xx', 'ww', 'cc', 'aa', 'yy', 'oo']
      for (const suffix of suffixes) await bucket.upload(`path/file-${suffix}`, suffix)
      await bucket.upload('other/deep/file', 'x')
      const folders = (await bucket.listV2({ with_delimiter: true })).data
      assert.deepEqual(folders, {
        hasNext: false,
        folders: [
          { key: 'other', name: 'other/' },
          { key: 'path', name: 'path/' },
        ],
        objects: [],
      })
      const inside = (await bucket.listV2({ with_delimiter: true, prefix: 'other/' })).data
      assert.deepEqual(inside?.folders, [{ key: 'other/deep', name: 'other/deep/' }])
      const flat = (await bucket.listV2({ prefix: 'path' })).data
      assert.deepEqual(
        names(flat?.objects ?? null),
        suffixes.map(suffix => `path/file-${suffix}`).sort((a, b) => (a < b ? -1 : 1)),
      )
      const orders = {
        'name asc': [...suffixes].sort((a, b) => (a < b ? -1 : 1)),
        'name desc': [...suffixes].sort((a, b) => (a < b ? 1 : -1)),
        'created_at asc': suffixes,
        'created_at desc': [...suffixes].reverse(),
      }
      for (const [order, expected] of Object.entries(orders)) {
        const [column, direction] = order.split(' ') as ['name', 'asc']
        const found: string[] = []
        for (let cursor: string | undefined, pages = 0; pages < 4; pages++) {
          const { data } = await bucket.listV2({
            prefix: 'path/',
            with_delimiter: true,
            limit: 2,
            ...(cursor ? { cursor } : {}),
            sortBy: { column, order: direction },
          })
          found.push(...(names(data?.objects ?? null) ?? []))
          assert.equal(data?.hasNext, pages < 3)
          cursor = data?.nextCursor
        }
        assert.deepEqual(
          found,
          expected.map(suffix => `path/file-${suffix}`),
          order,
        )
      }
      for (const cursor of ['x', 'bnVsbA', Buffer.from('{"name":1}').toString('base64url')])
        assert.match(words(await bucket.listV2({ cursor })), /^InvalidRequest 400/)
    })

    test('move and copy, within a bucket and into another', async () => {
      const [bucket, other] = [await newBucket(), await newBucket({ public: false, allowedMimeTypes: ['text/plain'] })]
      const to = { destinationBucket: `bucket-${made - 1}` }
      await bucket.upload('a.txt', 'bảng giá', { metadata: { name: 'Bảng giá.txt' } })
      assert.deepEqual((await bucket.copy('a.txt', 'b/b.txt')).data, { path: `bucket-${made - 2}/b/b.txt` })
      assert.deepEqual((await bucket.move('a.txt', 'c.txt')).data, { message: 'Successfully moved' })
      assert.equal((await bucket.copy('c.txt', 'copied.txt', to)).error, null)
      assert.equal((await bucket.move('c.txt', 'moved.txt', to)).error, null)
      for (const [place, key] of [
        [bucket, 'b/b.txt'],
        [other, 'copied.txt'],
        [other, 'moved.txt'],
      ] as const) {
        assert.equal(await textOf(place, key), 'bảng giá')
        assert.deepEqual((await place.info(key)).data?.metadata, { name: 'Bảng giá.txt' })
      }
      assert.deepEqual(names((await bucket.list()).data), ['b'])
      assert.equal(
        words(await other.move('copied.txt', 'moved.txt')),
        'KeyAlreadyExists 409: The resource already exists',
      )
      assert.equal(
        words(await other.copy('copied.txt', 'moved.txt')),
        'KeyAlreadyExists 409: The resource already exists',
      )
      assert.equal(words(await other.move('none', 'x')), 'NoSuchKey 404: Object not found')
      assert.equal(words(await other.copy('none', 'x')), 'NoSuchKey 404: Object not found')
      assert.equal(
        words(await other.copy('moved.txt', 'x', { destinationBucket: 'none' })),
        'NoSuchBucket 404: Bucket not found',
      )
      assert.match(words(await other.move('moved.txt', '')), /^InvalidKey 400/)
      await bucket.upload('a.png', image, { contentType: 'image/png' })
      assert.match(words(await bucket.copy('a.png', 'a.png', to)), /^InvalidMimeType 415/)
      assert.match(words(await bucket.move('a.png', 'a.png', to)), /^InvalidMimeType 415/)
      const plain = { copyMetadata: false, metadata: { mimetype: 'text/plain', cacheControl: 'max-age=5' } }
      assert.equal((await bucket.copy('a.png', 'a.txt', { ...to, ...plain })).error, null)
      const { data } = await other.info('a.txt')
      assert.deepEqual([data?.contentType, data?.cacheControl, data?.size], ['text/plain', 'max-age=5', image.length])
    })

    test('remove tells what it removed; the bytes go too', async () => {
      const bucket = await newBucket()
      await bucket.upload('a.txt', 'x')
      await bucket.upload('b.txt', 'x')
      const { data: info } = await bucket.info('b.txt')
      const { data } = await bucket.remove(['a.txt', 'none.txt', 'tệp', '../a', { path: 'b.txt', versionId: 'other' }])
      assert.deepEqual(names(data), ['a.txt'])
      assert.equal(typeof data?.[0]?.id, 'string')
      assert.deepEqual(names((await bucket.remove([{ path: 'b.txt', versionId: info?.version ?? '' }])).data), [
        'b.txt',
      ])
      assert.equal(words(await bucket.download('a.txt')), 'NoSuchKey 404: Object not found')
      assert.match(words(await bucket.remove([])), /^InvalidRequest 400/)
      assert.match(words(await bucket.remove(Array.from({ length: 1001 }, () => 'a'))), /^InvalidRequest 400/)
    })

    test('signed links open one object, for anyone, for a while', async () => {
      const bucket = await newBucket({ public: false })
      await bucket.upload('thu muc/a b+(1).txt', 'bảng giá')
      const { data } = await bucket.createSignedUrl('thu muc/a b+(1).txt', 60, { download: 'Bảng giá.txt' })
      const opened = await fetch(data?.signedUrl ?? '')
      assert.equal(await opened.text(), 'bảng giá')
      const name = 'B%E1%BA%A3ng%20gi%C3%A1.txt'
      assert.equal(opened.headers.get('content-disposition'), `attachment; filename=${name}; filename*=UTF-8''${name}`)
      assert.ok(Date.parse(opened.headers.get('expires') ?? '') > Date.now())
      assert.equal(words(await bucket.createSignedUrl('none', 60)), 'NoSuchKey 404: Object not found')
      assert.match(words(await bucket.createSignedUrl('thu muc/a b+(1).txt', 0)), /^InvalidRequest 400/)
      const several = await bucket.createSignedUrls(['thu muc/a b+(1).txt', 'none', 'tệp'], 60)
      assert.deepEqual(
        several.data?.map(link => [link.path, link.error, link.signedUrl === null]),
        [
          ['thu muc/a b+(1).txt', null, false],
          ['none', 'Either the object does not exist or you do not have access to it', true],
          ['tệp', 'Either the object does not exist or you do not have access to it', true],
        ],
      )
      assert.equal(await (await fetch(several.data?.[0]?.signedUrl ?? '')).text(), 'bảng giá')
    })

    test('signed links take one upload, by anyone', async () => {
      const bucket = await newBucket({ public: false })
      const { data } = await bucket.createSignedUploadUrl('in/a.txt')
      assert.equal(data?.path, 'in/a.txt')
      const anyone = server.client().storage.from(`bucket-${made - 1}`)
      const sent = await anyone.uploadToSignedUrl('in/a.txt', data?.token ?? '', 'một', { metadata: { name: 'Một' } })
      assert.deepEqual([sent.error, sent.data?.path], [null, 'in/a.txt'])
      assert.deepEqual((await bucket.info('in/a.txt')).data?.metadata, { name: 'Một' })
      const again = await anyone.uploadToSignedUrl('in/a.txt', data?.token ?? '', 'hai')
      assert.equal(words(again), 'KeyAlreadyExists 409: The resource already exists')
      const over = await bucket.createSignedUploadUrl('in/a.txt', { upsert: true })
      const replaced = await anyone.uploadToSignedUrl('in/a.txt', over.data?.token ?? '', new Blob(['hai']))
      assert.equal(replaced.error, null)
      assert.equal(await textOf(bucket, 'in/a.txt'), 'hai')
      assert.equal(
        words(await bucket.createSignedUploadUrl('in/a.txt')),
        'KeyAlreadyExists 409: The resource already exists',
      )
    })

    test('public addresses need no key; those of a private bucket are not there', async () => {
      const [open, closed] = [await newBucket({ public: true }), await newBucket({ public: false })]
      await open.upload('a.txt', 'mở')
      await closed.upload('a.txt', 'đóng')
      const shown = await fetch(open.getPublicUrl('a.txt').data.publicUrl)
      assert.deepEqual([shown.status, await shown.text()], [200, 'mở'])
      assert.equal((await fetch(open.getPublicUrl('a.txt').data.publicUrl.replace('/public', ''))).status, 200)
      const named = await fetch(open.getPublicUrl('a.txt', { download: 'Tệp mở.txt' }).data.publicUrl)
      assert.match(named.headers.get('content-disposition') ?? '', /filename\*=UTF-8''T%E1%BB%87p%20m%E1%BB%9F\.txt$/)
      for (const url of [
        closed.getPublicUrl('a.txt').data.publicUrl,
        closed.getPublicUrl('a.txt').data.publicUrl.replace('/public', ''),
      ]) {
        const hidden = await fetch(url)
        assert.deepEqual(
          [hidden.status, await hidden.json()],
          [400, { statusCode: '404', error: 'Bucket not found', message: 'Bucket not found', code: 'NoSuchBucket' }],
        )
      }
    })
  })
}
